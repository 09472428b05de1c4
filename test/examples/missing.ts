/** What a registered kind or function still lacks, each as a sentence that says where to add it. */

/** Names of what there is. */
export interface Inventory {
  /** Tokens of the registries. */
  readonly kinds: readonly string[];
  readonly functions: readonly string[];
  /** Tokens that have at least one example in their definition. */
  readonly withExamples: ReadonlySet<string>;
  /** Names of files without their ending. */
  readonly pages: ReadonlySet<string>;
  /** Kinds that the suite has a fixture of. */
  readonly fixtures: ReadonlySet<string>;
  /** Functions that a test calls. */
  readonly called: ReadonlySet<string>;
  /** What the package exports. */
  readonly exported: ReadonlySet<string>;
}

export const missing = ({ kinds, functions, withExamples, pages, fixtures, called, exported }: Inventory): string[] => {
  const lacking = (tokens: readonly string[], has: ReadonlySet<string>, what: (token: string) => string) =>
    tokens.filter((token) => !has.has(token)).map((token) => `${token} has no ${what(token)}`);
  const all = [...kinds, ...functions];
  return [
    ...lacking(all, withExamples, () => "example: add one to `examples` of its definition"),
    ...lacking(all, pages, (token) => `reference page docs/reference/${token}.md: run \`npm run generate\` and commit what it writes`),
    ...lacking(all, exported, () => "export: add a line to provider/dynamic/index.ts"),
    ...lacking(kinds, fixtures, () => "fixture: add one to test/conformance/kinds/fixtures/ and a line to its index.ts"),
    ...lacking(functions, called, () => "test: call it in test/provider/functions/functions.test.ts"),
  ];
};
