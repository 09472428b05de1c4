/**
 * What one program declares, held against each other while it runs: what no single resource can see is said before the resource that
 * contradicts another one is registered.
 */
import { RunError } from "./sdk.ts";

/** Inputs by name, as far as they are looked at. */
export type Declared = Readonly<Record<string, unknown>>;

/** Where something was declared, as it is named in errors: `Organization acme`. */
interface Said<Value> {
  readonly by: string;
  readonly value: Value;
}

const key = (...parts: readonly unknown[]): string => JSON.stringify(parts);

/** A folder's id where it is one: absent, empty and `root` are the top level. */
const folderOf = (id: unknown): string | undefined => (typeof id === "string" && id !== "" && id !== "root" ? id : undefined);

/** The declarations of one run of one program. */
export class Declarations {
  readonly #disabled = new Map<string, Said<boolean>>();
  readonly #parents = new Map<string, Said<string | undefined>>();
  readonly #places = new Map<string, Said<string | undefined>>();

  /**
   * Takes a resource's inputs.
   *
   * @param organizations those of the declared folders that the resource's own folder is taken from
   * @throws RunError where they contradict what was declared before
   */
  add(token: string, name: string, inputs: Declared, organizations: readonly unknown[] = []): void {
    const by = `${token} ${name}`;
    const { organizationId, organizationIds, disabled } = inputs;
    if (token === "Organization") this.#state(by, [organizationId], disabled);
    if (token === "DisabledState" && Array.isArray(organizationIds)) this.#state(by, organizationIds, disabled);
    if (organizations.length > 0 && !organizations.includes(organizationId)) {
      throw refusal(
        `${by} is of organization ${String(organizationId)}, and its folder of organization ${organizations.map(String).join(", ")}.`,
      );
    }
    if (token === "Folder") this.#folder(by, inputs);
    if (token === "Document") this.#document(by, inputs);
  }

  #state(by: string, organizations: readonly unknown[], disabled: unknown): void {
    // Not declared: never touched, so it contradicts nothing.
    if (typeof disabled !== "boolean") return;
    for (const organization of organizations) {
      const other = this.#disabled.get(String(organization));
      if (other && other.value !== disabled) {
        throw refusal(
          `organization ${String(organization)} is declared ${state(disabled)} by ${by}, and ${state(other.value)} by ${other.by}: declare its state once.`,
        );
      }
      this.#disabled.set(String(organization), { by, value: disabled });
    }
  }

  #folder(by: string, { organizationId, folderId, parentFolderId }: Declared): void {
    this.#parents.set(key(organizationId, folderId), { by, value: folderOf(parentFolderId) });
    const way = [String(folderId)];
    for (let at = folderOf(parentFolderId); at !== undefined; at = this.#parents.get(key(organizationId, at))?.value) {
      way.push(at);
      if (at === folderId) {
        throw refusal(`${by}: folder ${at} of organization ${String(organizationId)} would lie inside of itself: ${way.join(" in ")}.`);
      }
      // A circle that this folder only leads into was refused when it was closed.
      if (way.indexOf(at) < way.length - 1) return;
    }
  }

  #document(by: string, { organizationId, documentId, folderId }: Declared): void {
    const place = folderOf(folderId);
    const other = this.#places.get(key(organizationId, documentId));
    if (other && other.value !== place) {
      const where = (folder: string | undefined) => (folder === undefined ? "no folder" : `folder ${folder}`);
      throw refusal(
        `document ${String(documentId)} of organization ${String(organizationId)} is declared in ${where(place)} by ${by}, and in ${where(other.value)} by ` +
          `${other.by}: declare it once.`,
      );
    }
    this.#places.set(key(organizationId, documentId), { by, value: place });
  }
}

/** The SDK shows the stack of an error that comes out of an output: it means nothing to who declares resources. */
const refusal = (message: string): RunError => {
  const error = new RunError(message);
  error.stack = "";
  return error;
};

const state = (disabled: boolean): string => (disabled ? "disabled" : "enabled");
