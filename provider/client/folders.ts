/** Folders as one list, in whatever shape the service gives them, and read once for callers that ask close together. */
import type { Folder } from "../../schema/service/index.ts";

/**
 * All folders of an answer side by side. A flat list stays as it is; of a nested one, the children follow their parent and say who it
 * is where the service left that to the nesting.
 */
export const flatten = (folders: readonly Folder[]): Folder[] => {
  const nested = folders.some(({ subFolders }) => subFolders !== undefined);
  const found = new Map<string | undefined, Folder>();
  const visit = ({ subFolders, ...folder }: Folder, parent: string | undefined): void => {
    const parentFolderId = folder.parentFolderId ?? parent ?? folder.ancestors?.at(-1) ?? (nested ? "root" : undefined);
    const known = found.get(folder.folderId);
    // A list may show a folder at the top and again inside its parent: the two are one.
    found.set(folder.folderId, { ...folder, ...known, ...(parentFolderId === undefined ? {} : { parentFolderId }) });
    for (const child of subFolders ?? []) visit(child, folder.folderId);
  };
  for (const folder of folders) visit(folder, undefined);
  return [...found.values()];
};

/** The folder with an id, however deep it lies. */
export const find = (folders: readonly Folder[], folderId: string): Folder | undefined => {
  for (const folder of folders) {
    const found = folder.folderId === folderId ? folder : find(folder.subFolders ?? [], folderId);
    if (found) return found;
  }
  return undefined;
};

/** A folder whose subfolders say who their parent is. */
export const withParents = (folder: Folder): Folder =>
  folder.subFolders === undefined
    ? folder
    : {
        ...folder,
        subFolders: folder.subFolders.map((child) =>
          withParents({
            ...child,
            ...(child.parentFolderId === undefined && folder.folderId !== undefined ? { parentFolderId: folder.folderId } : {}),
          }),
        ),
      };
