import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readJson } from "../../workspace/json.ts";
import { readSimple } from "../../workspace/simple.ts";
import { SourceFile } from "../../workspace/tree.ts";
import { parseFullYaml } from "../../workspace/yaml.ts";
import { complaints } from "./text.ts";

/** The pieces between the bars. */
const oneOf = (pieces: string) => fc.constantFrom(...pieces.split("|"));

/** Pieces that meet each other in unforeseen ways, nearly YAML. */
const piece = fc.oneof(
  { weight: 6, arbitrary: oneOf("a: |b:|c: d|\n|\n  |\n    |\n\n| |{ | }|, |x|a: { b: c }|a: [b, c]|- a|[|]|2026-12-31") },
  { weight: 3, arbitrary: oneOf("#| # c|:|7|007|1.5|0x1|2026-12-31|2026-1-31|null|true|Null|\"|'|\"q\": |'s'|{}|a b|é|😀|-") },
  { weight: 1, arbitrary: oneOf("- |&a |*a|!t |>|? |---\n|...|\t|\r\n|\r|\\|<<: |%|@|`|[|]|\u0085|\u00a0|\u2028|\ufeff|\u0000|\u007f") },
);
const nearlyYaml = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(""));

/** Lines whose keys differ, most often with an indentation that fits. */
const line = fc.record({
  indent: oneOf("||||  |    "),
  key: oneOf("a|b|c|\"d e\"|'f'|7|g@h.i|j-k"),
  value: oneOf(
    ":| : x|: x|: x y # z|: { a: 1, b: { c: 'd' } }|: ''|: \"q\"  |: 7|: 1.5|: no|: null|: # e|: x#y: z|:x|: x: y|: {}|: []|: [a, 'b', {c: [7, 2026-12-31]}]|: [a]x|: [a: b]|: [a,]|: 2026-12-31|:\n  - a\n  - 'b' # c\n|:\n- a\n- {b: c}|:\n    - a\n  - b|:\n  - a\n    b|:\n  - a: b|:\n  -\n|:\n  - [a, b]\n# c\n\n  - d|: é 😀|:\n  k: v|:\n    k:\n     l: {m: n}\n# o\n    p: q\r",
  ),
});
const lines = fc
  .uniqueArray(line, { selector: ({ key }) => key, maxLength: 5 })
  .map((all) => all.map(({ indent, key, value }) => `${indent}${key}${value}\n`).join(""));

test("where the fast reader reads, it reads what the YAML library reads", () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.oneof(nearlyYaml, lines), (content) => {
      const simple = readSimple(content);
      if (simple === undefined) return;
      compared += 1;
      expect({ tree: simple, diagnostics: [] }).toEqual(parseFullYaml(new SourceFile("w.yaml", content)));
    }),
    { numRuns: 10_000 },
  );
  expect(compared).toBeGreaterThan(500);
});

test("where the JSON reader reads, it reads what the YAML library reads; it reads what programs write", () => {
  const json = fc
    .jsonValue({ maxDepth: 4 })
    .chain((value) => fc.record({ value: fc.constant({ value }), indent: fc.constantFrom(0, 2), end: oneOf("|\n|\r\n| |,|}|# c") }));
  let compared = 0;
  fc.assert(
    fc.property(fc.oneof(json, fc.record({ value: fc.array(fc.jsonValue()), indent: fc.constant(1), end: fc.constant("\n") })), (one) => {
      const content = JSON.stringify(one.value, null, one.indent) + one.end;
      const read = readJson(content);
      if (read === undefined) return;
      compared += 1;
      expect({ tree: read, diagnostics: [] }).toEqual(parseFullYaml(new SourceFile("w.json", content)));
    }),
    { numRuns: 2000 },
  );
  expect(compared).toBeGreaterThan(200);
  const text = JSON.stringify({ "ada\u0001": [{ userId: 'A "quoted"\n😀', role: "viewer" }, -1.5, 7, true, null] }, null, 2);
  expect(readJson(text)).toEqual(parseFullYaml(new SourceFile("w.json", text)).tree);
});

test("no text makes the loader throw", () => {
  fc.assert(
    fc.property(fc.oneof(nearlyYaml, lines), (content) => void complaints(`version: 1\norganizations:\n  ${content}`)),
    { numRuns: 2000 },
  );
});
