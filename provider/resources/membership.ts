import { z } from "zod";
import { accessRole } from "../../schema/service/index.ts";
import { type Context, resourceKind, type State } from "./contract.ts";
import { IncompleteError } from "./errors.ts";
import { createFolder, createOrganization, idOf } from "./fields.ts";
import { describeLevel, type Grant, type Level, organizationLevel } from "./memberships/grants.ts";
import { joinId, notImported } from "./identity.ts";
import { mayProbe, probe, refreshDoc } from "./memberships/probe.ts";
import { reconcile, refuseFolderRemovals } from "./memberships/reconcile.ts";
import { unsure } from "./unsure.ts";

const inputs = z.object({
  organizationId: idOf("organization"),
  folderId: idOf("folder").describe("Identifier of the folder, for a grant on one folder (operation 12, b).").optional(),
  documentId: idOf("document").describe("Identifier of the document, for a grant on one document (operation 12, a).").optional(),
  userId: idOf("user"),
  accessRole,
  name: z.string("expected text").describe("Display name of the user (User).").optional(),
  email: z.string("expected text").describe("E-mail address of the user (User).").optional(),
  initial: z.string("expected text").describe("Initials; the service derives them from the name where absent (User).").optional(),
  createOrganization,
  createFolder,
});
type Inputs = z.output<typeof inputs>;

const computed = z.object({ unsure });
type MembershipState = State<Inputs, z.output<typeof computed>>;

const levelOf = ({ folderId, documentId }: Inputs): Level => {
  if (documentId !== undefined) return { kind: "document", id: documentId };
  return folderId === undefined ? organizationLevel : { kind: "folder", id: folderId };
};

const grantOf = (membership: Inputs, isUnsure?: true): Grant => {
  const { userId, accessRole: role, name, email, initial } = membership;
  return { level: levelOf(membership), userId, accessRole: role, name, email, initial, unsure: isUnsure };
};

const recordedGrant = ({ inputs: recorded, computed: { unsure: isUnsure } }: MembershipState): Grant => grantOf(recorded, isUnsure);

const converge = async (context: Context, before: readonly Grant[], declared: Inputs): Promise<MembershipState> => {
  const { recorded, failures } = await reconcile(context, declared, before, [grantOf(declared)]);
  for (const { error } of failures) {
    // A grant that may have landed is not forgotten, or nobody would ever take it away.
    if (!recorded.some((grant) => grant.unsure)) throw error;
    throw new IncompleteError({ inputs: declared, computed: { unsure: true } }, [error.message], { cause: error });
  }
  return { inputs: declared, computed: {} };
};

/** `acme/ada`, `acme/folders/design/ada`, `acme/documents/brand/ada`. */
const idFor = ({ organizationId, folderId, documentId, userId }: Inputs): string => {
  if (documentId !== undefined) return joinId(organizationId, "documents", documentId, userId);
  return folderId === undefined ? joinId(organizationId, userId) : joinId(organizationId, "folders", folderId, userId);
};

export const membership = resourceKind({
  token: "Membership",
  doc:
    "One grant: one user's role at one level of an organization. It cannot see its neighbours: removing a user from the organization takes the user's " +
    "grants on its folders and documents along. Where users have grants at several levels, or there are many, declare a MembershipSet.",
  inputs,
  computed,
  identity: {
    format: "organizationId[/folders/folderId|/documents/documentId]/userId",
    render: idFor,
    parse: notImported("Membership", "no operation lists memberships"),
  },
  replaceOn: ["organizationId", "folderId", "documentId", "userId"],
  createOnly: ["createOrganization", "createFolder"],
  steps: {
    create: {
      operations: ["addUsers", "updateUsers"],
      doc: "The user is added. One who has the grant already keeps it, with the role that is declared.",
    },
    read: { operations: ["updateUsers", "updateUsersV1"], doc: refreshDoc },
    update: { operations: ["addUsers", "updateUsers"], doc: "Role and profile change in place." },
    delete: {
      operations: ["deleteUsers"],
      doc:
        "The user is removed. At the organization that takes the user's grants on its folders and documents along, and a warning says so; at a folder it is " +
        "refused, as its effect is not specified, unless `collab:usersDeleteFolder` is `folder`.",
    },
  },
  examples: [
    {
      title: "A member of an organization, and a member of one document",
      resources: {
        fir: { kind: "Organization", inputs: { organizationId: "fir" } },
        roadmap: { kind: "Document", inputs: { organizationId: "${fir.organizationId}", documentId: "roadmap", documentName: "Roadmap" } },
        firAda: { kind: "Membership", inputs: { organizationId: "${fir.organizationId}", userId: "ada", accessRole: "editor" } },
        roadmapAlan: {
          kind: "Membership",
          inputs: {
            organizationId: "${fir.organizationId}",
            documentId: "${roadmap.documentId}",
            userId: "alan",
            accessRole: "viewer",
            name: "Alan Turing",
          },
        },
      },
    },
  ],

  check: ({ inputs: { folderId, documentId } }, { apiVersion }) => [
    ...(folderId !== undefined && documentId !== undefined
      ? [{ property: "documentId", reason: "a grant is on a folder or on a document: declare one of folderId and documentId" }]
      : []),
    ...(apiVersion === "v2" ? [] : [{ property: "accessRole", reason: "roles need collab:apiVersion v2: the v1 operations have none" }]),
  ],

  async read(context, state) {
    if (!mayProbe(context)) return state;
    const left = await probe(context, state.inputs.organizationId, [recordedGrant(state)]);
    return left.length > 0 ? state : undefined;
  },

  create: (context, declared) => converge(context, [], declared),

  update: (context, state, declared) => converge(context, [recordedGrant(state)], declared),

  async delete(context, state) {
    const { inputs: recorded } = state;
    const grant = recordedGrant(state);
    refuseFolderRemovals([grant], [], context.settings.usersDeleteFolder);
    if (grant.level.kind === "organization") {
      context.log.warn(
        `removing ${grant.userId} from ${describeLevel(grant.level)} ${recorded.organizationId} removes the user's grants on its folders and documents too.`,
      );
    }
    const { failures } = await reconcile(context, recorded, [grant], []);
    for (const { error } of failures) throw error;
  },
});
