/** Operations 3, 4 and 5. */
import type { Folder } from "../../schema/service/index.ts";
import { invalid, ServiceError } from "../errors.ts";
import { root, type FolderRow } from "../store/folders.ts";
import { entries, requireAdvancedQueries, route, type Answer, type Context, type DataFor } from "./route.ts";
import { missing } from "./scope.ts";

/** How folders read: the v1 fields, or the v2 fields. */
type View = (row: FolderRow, ancestors: readonly string[]) => Folder;

const viewV1: View = (row) => ({
  folderId: row.id,
  folderName: row.name,
  organizationId: row.organization,
  parentFolderId: row.parent,
  createdAt: row.created,
  lastUpdated: row.updated,
});

const viewV2 =
  (apiKey: string): View =>
  (row, ancestors) => ({
    ...viewV1(row, ancestors),
    apiKey,
    ancestors: [...ancestors],
    accessType: row.access,
    inheritAccessFromParent: row.inherit === 1,
  });

const nothing = (what: string, { switches }: Context): Answer<Folder[]> => {
  if (switches.foldersUnknown === "notFound") throw new ServiceError("NOT_FOUND", what);
  return { message: "Folder(s) retrieved successfully.", data: [] };
};

/** One folder with its subfolders, `depth` levels of them (not shown how many without `maxDepth`: the direct ones). */
const readOne = (organization: string, folderId: string, depth: number, view: View, context: Context): Answer<Folder[]> => {
  const { folders } = context.store;
  const chain = folders.chain(organization, folderId);
  const [row] = chain;
  if (row === undefined) return nothing(missing.folder, context);
  const build = (folder: FolderRow, ancestors: readonly string[], levels: number): Folder => {
    const seen = view(folder, ancestors);
    if (levels === 0) return seen;
    const inside = [...ancestors, folder.id];
    return { ...seen, subFolders: folders.children(organization, folder.id).map((child) => build(child, inside, levels - 1)) };
  };
  const ancestors = [
    root,
    ...chain
      .slice(1)
      .map(({ id }) => id)
      .toReversed(),
  ];
  return { message: "Folder(s) retrieved successfully.", data: [build(row, ancestors, depth)] };
};

/** All folders, `depth` levels below the top; side by side, or inside each other (switch `foldersList`). */
const readAll = (organization: string, depth: number, view: View, context: Context): Answer<Folder[]> => {
  if (!context.store.organizations.exists(organization)) return nothing(missing.organization, context);
  const children = Map.groupBy(context.store.folders.list(organization), ({ parent }) => parent);
  const nested = context.switches.foldersList === "nested";
  const flat: Folder[] = [];
  const build = (parent: string, ancestors: readonly string[], levels: number): Folder[] =>
    (children.get(parent) ?? []).map((row) => {
      const seen = view(row, ancestors);
      flat.push(seen);
      const subFolders = levels === 0 ? undefined : build(row.id, [...ancestors, row.id], levels - 1);
      if (nested && subFolders !== undefined) seen.subFolders = subFolders;
      return seen;
    });
  const top = build(root, [root], depth);
  return { message: "Folders retrieved successfully.", data: nested ? top : flat };
};

const get = (data: DataFor<"getFolders">, view: View, context: Context): Answer<Folder[]> => {
  requireAdvancedQueries(context);
  const { organizationId, folderId, maxDepth } = data;
  if (maxDepth !== undefined && maxDepth < 0) throw invalid("data.maxDepth: must not be negative.");
  return folderId === undefined
    ? readAll(organizationId, maxDepth ?? Number.POSITIVE_INFINITY, view, context)
    : readOne(organizationId, folderId, maxDepth ?? 1, view, context);
};

export const getFolders = route("getFolders", (data, context) => get(data, viewV2(context.apiKey), context));

export const getFoldersV1 = route("getFoldersV1", ({ organizationId, folderId }, context) =>
  get({ organizationId, folderId }, viewV1, context),
);

export const updateFolders = route("updateFolders", (data, context) => {
  requireAdvancedQueries(context);
  const { folders } = context.store;
  const organization = data.organizationId;
  const result = entries();
  for (const { folderId, folderName, parentFolderId } of data.folders) {
    const row = folders.find(organization, folderId);
    if (row === undefined) {
      result[folderId] = { success: false, id: folderId, message: missing.folder };
      continue;
    }
    // Contents follow on their own, as they refer to the folder by id; only a parent inside the folder has to be kept out.
    const canMove =
      parentFolderId === undefined ||
      parentFolderId === root ||
      (folders.exists(organization, parentFolderId) && folders.chain(organization, parentFolderId).every(({ id }) => id !== folderId));
    if (!canMove && context.switches.folderMoveInvalid === "reject") {
      const message = `Parent folder ${parentFolderId} does not exist or is inside the folder.`;
      result[folderId] = { success: false, id: folderId, message };
      continue;
    }
    const parent = canMove ? (parentFolderId ?? row.parent) : row.parent;
    folders.put({ ...row, name: folderName ?? row.name, parent, updated: context.now });
    result[folderId] = { success: true, id: folderId, message: "Folder Updated." };
  }
  return { message: "Folder(s) updated successfully.", data: result };
});
