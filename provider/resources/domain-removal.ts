import { z } from "zod";
import { type Context, resourceKind, type State } from "./contract.ts";
import { domainName, removeDomains } from "./domains.ts";
import { joinId, notImported } from "./identity.ts";
import { added, incomplete, nothingLanded, without } from "./items.ts";
import { unreadable } from "./steps.ts";

const inputs = z.object({
  domains: z
    .array(domainName, "expected a list of domains")
    .min(1, "expected at least one")
    .describe("Domains that must not be allowed (operation 22)."),
});
type Inputs = z.output<typeof inputs>;

/** `recorded`: undefined in a create. */
const converge = async (
  context: Context,
  recorded: readonly string[] | undefined,
  declared: Inputs,
): Promise<State<Inputs, Record<never, never>>> => {
  const failures = await removeDomains(context, added(recorded ?? [], declared.domains));
  if (failures.length === 0) return { inputs: declared, computed: {} };
  const domains = without(declared.domains, failures);
  // Nothing has to be remembered of a removal that may have landed: deleting the resource adds nothing back.
  if (!recorded && domains.length === 0) throw nothingLanded(failures);
  throw incomplete({ inputs: { domains }, computed: {} }, failures);
};

export const domainRemoval = resourceKind({
  token: "DomainRemoval",
  doc: "Domains that are removed from the allowed ones. One that is not in the list counts as removed. Deleting the resource adds nothing back.",
  inputs,
  computed: z.object({}),
  identity: {
    format: "domain[/domain…]",
    render: ({ domains }) => joinId(...domains.toSorted()),
    parse: notImported("DomainRemoval", "no operation lists domains", "Declare it: a domain that is not in the list counts as removed."),
  },
  replaceOn: [],
  steps: {
    create: {
      operations: ["deleteDomains"],
      doc: "The domains are removed from the allowed ones. One that is not among them is removed already.",
    },
    read: unreadable("the allowed domains"),
    update: {
      operations: ["deleteDomains"],
      doc: "Domains that are newly listed are removed; one that is no longer listed is not added back.",
    },
    delete: { operations: [], doc: "No operation adds domains: nothing is added back." },
  },
  examples: [
    {
      title: "Domains that are not allowed any more",
      resources: { oldDomains: { kind: "DomainRemoval", inputs: { domains: ["old.example", "*.preview.example"] } } },
    },
  ],

  normalize: ({ domains }) => (domains ? { domains: [...new Set(domains)].toSorted() } : {}),

  read: (_context, state) => Promise.resolve(state),
  create: (context, declared) => converge(context, undefined, declared),
  update: (context, { inputs: recorded }, declared) => converge(context, recorded.domains, declared),
  delete: () => Promise.resolve(),
});
