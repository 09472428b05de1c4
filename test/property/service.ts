/** What a service has, as a declaration can be held against it; and what is nobody's business but its owners'. */
import { operations } from "../../schema/service/index.ts";
import type { LoggedRequest, Snapshot } from "../../emulator/index.ts";
import { indexGrants } from "../../provider/resources/memberships/grants.ts";
import type { Properties } from "../../provider/resources/lifecycle.ts";
import { decodeRoster } from "../../provider/resources/memberships/roster.ts";
import { users } from "./declaration.ts";
import type { Deleted } from "./engine.ts";
import { type Declared, levelOf, placeOf } from "./resources.ts";

/** The service before the first declaration: what is to be adopted, and what belongs to others. */
export const seed = {
  version: 1,
  organizations: {
    acme: {
      members: { eve: "viewer" },
      folders: {
        keep: { name: "Keep", members: { eve: "viewer" }, documents: { kept: { name: "Kept", members: { eve: "editor" } } } },
      },
      documents: { site: { name: "Site" } },
      groups: { designers: { name: "Designers", users: ["ada", "mallory", "trent"] } },
    },
    globex: { members: { eve: "editor" }, folders: { team: { name: "Team" } }, documents: { handbook: { name: "Handbook" } } },
    legacy: { members: { eve: "editor" } },
    neighbour: { disabled: true, members: { ada: "viewer", eve: "editor" }, folders: { design: { name: "Theirs" } } },
  },
  allowedDomains: ["kept.example", "a.example", "b.example", "x.example", "y.example"],
};

const ours = new Set<string>(users);
const withoutScheme = (domain: string): string => domain.replace("https://", "");
const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const textIn = (value: unknown, fallback = ""): string => (typeof value === "string" ? value : fallback);

type Members = Readonly<Record<string, { readonly accessRole?: string | undefined }>>;
const roles = (members: Members, mine: boolean): Record<string, string> =>
  Object.fromEntries(Object.entries(members).flatMap(([id, { accessRole = "" }]) => (ours.has(id) === mine ? [[id, accessRole]] : [])));

/** All grants of an organization that are ours, or all that are not. */
const grantLines = (organizationId: string, found: Snapshot["organizations"][string], mine: boolean): string[] => {
  const lines = (at: Properties, members: Members) =>
    Object.entries(roles(members, mine)).map(([userId, role]) => `${placeOf(organizationId, { level: levelOf(at), userId })} ${role}`);
  return [
    ...lines({}, found.members),
    ...Object.entries(found.folders).flatMap(([folderId, { members }]) => lines({ folderId }, members)),
    ...Object.entries(found.documents).flatMap(([documentId, { members }]) => lines({ documentId }, members)),
  ].toSorted();
};

/** Theirs by id; grants and locations in them are looked at on their own. */
const only = (ids: readonly string[], things: Readonly<Record<string, object>>): unknown[] =>
  Object.entries(things).flatMap(([id, thing]) => (ids.includes(id) ? [{ ...thing, id, members: undefined, locations: undefined }] : []));

/** Everything that no declaration of a history can name. */
export const foreign = ({ organizations: { neighbour, ...others }, allowedDomains }: Snapshot): unknown => ({
  neighbour,
  domains: allowedDomains.filter((domain) => domain === "kept.example"),
  grants: Object.entries(others).flatMap(([id, found]) => grantLines(id, found, false)),
  folders: Object.values(others).flatMap(({ folders }) => only(["keep", "theirs", "team"], folders)),
  documents: Object.values(others).flatMap(({ documents }) => only(["kept", "handbook", "site"], documents)),
  group: others["acme"]?.userGroups["designers"]?.users.filter((id) => id === "ada"),
});

/** Grants that a program declares, by place. */
const declaredGrants = (program: readonly Declared[]): Map<string, { role: string; profile: Properties }> => {
  const found = new Map<string, { role: string; profile: Properties }>();
  for (const { kind, inputs } of program) {
    const organizationId = textIn(inputs["organizationId"]);
    const grants =
      kind === "MembershipSet"
        ? [...indexGrants(decodeRoster(Object(inputs["roster"]))).values()]
        : kind === "Membership"
          ? [{ ...inputs, level: levelOf(inputs), userId: textIn(inputs["userId"]), accessRole: textIn(inputs["accessRole"]) }]
          : [];
    for (const { level, userId, accessRole, ...profile } of grants) {
      found.set(placeOf(organizationId, { level, userId }), { role: accessRole, profile });
    }
  }
  return found;
};

/** What the service has of what a program declares: comparable with {@link declaredView}. */
export const actualView = (state: Snapshot, program: readonly Declared[]): unknown => {
  const found = ({ organizationId }: Properties) => state.organizations[textIn(organizationId)];
  const grants = Object.entries(state.organizations).flatMap(([id, one]) => (id === "neighbour" ? [] : grantLines(id, one, true)));
  const things = program.flatMap(({ kind, urn, inputs }): [string, unknown][] => {
    const { folderId, documentId, groupId, disabled, removedUserIds, organizationIds, domains } = inputs;
    const organization = found(inputs);
    if (kind === "Organization") return disabled === undefined ? [] : [[urn, organization?.disabled]];
    if (kind === "Folder") {
      const folder = organization?.folders[textIn(folderId)];
      return [[urn, folder && [folder.folderName, folder.parentFolderId]]];
    }
    if (kind === "Document") {
      const document = organization?.documents[textIn(documentId)];
      return [[urn, document && [document.documentName, document.folderId]]];
    }
    if (kind === "UserGroup") {
      const group = organization?.userGroups[textIn(groupId)];
      return [[urn, group && [group.groupName, group.users.filter((id) => idsIn(removedUserIds).includes(id))]]];
    }
    if (kind === "DisabledState") return idsIn(organizationIds).map((id) => [`${urn} ${id}`, state.organizations[id]?.disabled]);
    if (kind === "DomainRemoval")
      return [[urn, state.allowedDomains.filter((domain) => idsIn(domains).map(withoutScheme).includes(domain))]];
    return [];
  });
  return { grants: grants.toSorted(), things: Object.fromEntries(things) };
};

/** What a program declares. */
export const declaredView = (program: readonly Declared[]): unknown => {
  const things = program.flatMap(({ kind, urn, inputs }): [string, unknown][] => {
    const { folderName, parentFolderId, documentName, folderId, groupName, disabled, organizationIds } = inputs;
    if (kind === "Organization") return disabled === undefined ? [] : [[urn, disabled]];
    if (kind === "Folder") return [[urn, [folderName, parentFolderId ?? "root"]]];
    if (kind === "Document") return [[urn, [documentName, folderId]]];
    if (kind === "UserGroup") return [[urn, [groupName, []]]];
    if (kind === "DisabledState") return idsIn(organizationIds).map((id) => [`${urn} ${id}`, disabled]);
    if (kind === "DomainRemoval") return [[urn, []]];
    return [];
  });
  const grants = [...declaredGrants(program)].map(([place, { role }]) => `${place} ${role}`);
  return { grants: grants.toSorted(), things: Object.fromEntries(things) };
};

/** Names and e-mail addresses that are declared and not as declared. */
export const wrongProfiles = (state: Snapshot, program: readonly Declared[]): string[] =>
  [...declaredGrants(program)].flatMap(([place, { profile }]) => {
    const [organizationId = "", userId = ""] = [place.split(" ")[0], place.split(" ").at(-1)];
    const user = state.organizations[organizationId]?.users[userId];
    return (["name", "email"] as const)
      .filter((field) => profile[field] !== undefined && user?.[field] !== profile[field])
      .map((field) => `${place}: ${field} is ${user?.[field]}, declared is ${String(profile[field])}`);
  });

/** Declared locations that are not as declared; one that was never changed was never sent, so it may be absent. */
export const wrongLocations = (state: Snapshot, program: readonly Declared[]): string[] =>
  program.flatMap(({ kind, urn, inputs }) => {
    if (kind !== "Location") return [];
    const expected = Object(inputs["location"]) as { readonly id: string };
    const actual = state.organizations["acme"]?.documents["site"]?.locations ?? {};
    const isRight = Object.keys(actual).length === 0 || JSON.stringify(actual) === JSON.stringify({ [expected.id]: expected });
    return isRight ? [] : [`${urn}: ${JSON.stringify(actual)}, declared is ${JSON.stringify(expected)}`];
  });

/** Domains that should be there or gone, and are not. */
export const wrongDomains = (state: Snapshot, everything: readonly Declared[], deleted: readonly Deleted[]): string[] => {
  const last = new Set(
    deleted.flatMap(({ kind, inputs }) => (kind === "AllowedDomain" && inputs["onDelete"] !== "retain" ? [inputs["domain"]] : [])),
  );
  const touched = new Set(
    everything.flatMap(({ kind, inputs }) =>
      kind === "DomainRemoval" ? idsIn(inputs["domains"]).map(withoutScheme) : kind === "AllowedDomain" ? [textIn(inputs["domain"])] : [],
    ),
  );
  const present = new Set(state.allowedDomains);
  return seed.allowedDomains.filter((domain) => (last.has(domain) ? present.has(domain) : !touched.has(domain) && !present.has(domain)));
};

const numbers = new Map<string, number>(Object.values(operations).map(({ number, path }) => [path, number]));

/**
 * Destructive calls of a run that its program does not explain: what it takes away was declared once, and is not declared now.
 *
 * @param everything all that was declared up to now
 */
export const unexplained = (calls: readonly LoggedRequest[], program: readonly Declared[], everything: readonly Declared[]): unknown[] => {
  const [now, ever] = [declaredGrants(program), declaredGrants(everything)];
  const of = (kind: string, declared: readonly Declared[]) => declared.filter((one) => one.kind === kind).map(({ inputs }) => inputs);
  const mayRemove = (data: Properties, userId: string): boolean => {
    const place = placeOf(textIn(data["organizationId"]), { level: levelOf(data), userId });
    return ever.has(place) && !now.has(place);
  };
  const maySwitch = ({ disabled }: Properties, id: string): boolean => {
    const says = ({ organizationId, organizationIds, ...inputs }: Properties) =>
      inputs["disabled"] === disabled && (organizationId === id || idsIn(organizationIds).includes(id));
    const declaredNow = [...of("Organization", program), ...of("DisabledState", program)].some(says);
    const leaves = of("Organization", everything).some(({ organizationId, onDelete }) => organizationId === id && onDelete === "disable");
    const returns = of("DisabledState", everything).some(({ onDelete }) => onDelete === "enable");
    return (
      declaredNow ||
      (disabled === true ? leaves : returns && of("DisabledState", everything).some((one) => idsIn(one["organizationIds"]).includes(id)))
    );
  };
  const mayLose = (domain: string): boolean =>
    of("DomainRemoval", everything).some(({ domains }) => idsIn(domains).includes(domain)) ||
    (of("AllowedDomain", everything).some((one) => one["domain"] === domain) &&
      !of("AllowedDomain", program).some((one) => one["domain"] === domain));
  return calls.filter(({ operation, body }) => {
    const data: Properties = Object(Object(body).data);
    switch (numbers.get(String(operation))) {
      case 16:
        return !idsIn(data["userIds"]).every((userId) => mayRemove(data, userId));
      case 18:
        return true;
      case 19:
        return !idsIn(data["organizationIds"]).every((id) => maySwitch(data, id));
      case 21:
        return !idsIn(data["userIds"]).every((userId) => userId === "mallory" || userId === "trent");
      case 22:
        return !idsIn(data["domains"]).every(mayLose);
      default:
        return false;
    }
  });
};
