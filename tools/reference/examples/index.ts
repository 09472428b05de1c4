/** Examples in every language of the package, from the one form that the kinds hold. */
import type { Example } from "../../../provider/resources/example.ts";
import { block, page } from "../markdown.ts";
import { python } from "./python.ts";
import { type Package, typescript } from "./typescript.ts";
import { yaml } from "./yaml.ts";

export { python, typescript, yaml };
export { yamlProgram } from "./yaml.ts";

/** The SDK that is generated from the package schema: its functions take plain values, and outputs in a second form. */
const generatedSdk: Package = { name: "pulumi-collab-sdk", outputForm: "Output" };

/** Examples as a description in a Pulumi package schema has them: the documentation tools show the language that is asked for. */
export const schemaExamples = (examples: readonly Example[]): string => {
  const shown = examples.map((example) =>
    [
      "{{% example %}}",
      page(
        `### ${example.title}`,
        example.text,
        block("typescript", typescript(example, generatedSdk)),
        block("python", python(example)),
        block("yaml", yaml(example)),
      ),
      "{{% /example %}}",
    ].join("\n"),
  );
  return ["{{% examples %}}", "## Example Usage", "", ...shown, "{{% /examples %}}"].join("\n");
};
