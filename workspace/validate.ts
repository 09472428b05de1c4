/** The declared schema applied to one file. */
import { workspaceFile } from "../schema/workspace.ts";
import type { WorkspaceDeclaration } from "../schema/workspace.ts";
import type { Diagnostic } from "./diagnostics.ts";
import { Explanation } from "./explain.ts";
import { toPlain } from "./tree.ts";
import type { SourceFile, YamlNode } from "./tree.ts";

export interface ValidateResult {
  readonly declaration?: WorkspaceDeclaration;
  readonly diagnostics: readonly Diagnostic[];
}

/** Everything in one file that the schema does not allow. */
export const validate = (source: SourceFile, tree: YamlNode): ValidateResult => {
  const result = workspaceFile.safeParse(toPlain(tree));
  if (result.success) return { declaration: result.data, diagnostics: [] };
  const written = { source, tree, schema: workspaceFile };
  return { diagnostics: result.error.issues.flatMap((issue) => new Explanation(written, issue).diagnostics()) };
};
