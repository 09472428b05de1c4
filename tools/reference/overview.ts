/** The first page of the reference: every kind and every function. */
import type { AnyKind } from "../../provider/resources/lifecycle.ts";
import { operations, type OperationName } from "../../schema/service/index.ts";
import { code, page, table } from "./markdown.ts";
import type { AnyFunction } from "./page.ts";

/** The first sentence: a full stop before a space ends it. */
const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;

const numbers = (names: readonly OperationName[]): string =>
  [...new Set(names.map((name) => operations[name].number))].toSorted((a, b) => a - b).join(", ");

const link = (token: string): string => `[${token}](${token}.md)`;

export const overview = (kinds: readonly AnyKind[], functions: readonly AnyFunction[]): string =>
  page(
    "# Reference",
    "<!-- Generated from provider/resources/ and provider/functions/ by `npm run generate`. -->",
    "Every resource and every function of the package, made from their definitions. Each page has a program that runs as it is; all of them are in " +
      "[examples/reference](../../examples/reference), and a test runs them on the real engine.",
    "## Resources",
    table(
      ["resource", "description", "id", "a refresh sees changes", "operations"],
      kinds.map(({ token, doc, identity, steps, import: imported }) => [
        link(token),
        firstSentence(doc),
        code(identity.format),
        imported ? "yes" : "no",
        numbers(Object.values(steps).flatMap((step) => step.operations)),
      ]),
    ),
    "## Functions",
    table(
      ["function", "description", "operations"],
      functions.map(({ token, doc, operations: names }) => [link(token), firstSentence(doc), numbers(names)]),
    ),
    "## How to read the pages",
    "- A description ends with where it comes from: `(operation 12)` or `(Folder)` is a clause of the service's specification, by the number of the operation or the " +
      "name of the resource; `(provider)` is not sent to the service and decides what the provider does.\n" +
      "- Operations are numbered as in [service.md](../service.md). A kind calls no others than those on its page: the test suite of the kinds holds it to that.\n" +
      "- Ids are yours: what a declaration names a folder or a user, the service names it too.\n" +
      "- Numbers have the unit that their description says; a time that the service gives is passed on as it is, as the specification does not say its unit.",
  );
