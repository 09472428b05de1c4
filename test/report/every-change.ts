/** A preview with every kind of change, for the golden tests. */
import { type Change, members, preview } from "./engine.ts";

const folder = (folderId: string, folderName: string, parentFolderId?: string) => ({
  organizationId: "acme",
  folderId,
  folderName,
  ...(parentFolderId === undefined ? {} : { parentFolderId }),
});
const document = (documentId: string, documentName: string, folderId?: string) => ({
  organizationId: "acme",
  documentId,
  documentName,
  folderId,
});

/** Lines of a guard: ids and roles alone. */
const guarded = (count: number): string[] => Array.from({ length: count }, (_, user) => `u${user} viewer`);

const acme: readonly Change[] = [
  { kind: "Organization", name: "acme", old: { organizationId: "acme" }, new: { organizationId: "acme" } },
  { kind: "Folder", name: "acme/design", old: folder("design", "Design"), new: folder("design", "Design") },
  { kind: "Folder", name: "acme/logos", old: folder("logos", "Logos", "design"), new: folder("logos", "Logos & marks", "archive") },
  { kind: "Folder", name: "acme/archive", new: folder("archive", "Archive") },
  { kind: "Folder", name: "acme/old", old: folder("old", "Old") },
  { kind: "Document", name: "acme/brand", old: document("brand", "Brand book", "design"), new: document("brand", "Brand book", "design") },
  {
    kind: "Document",
    name: "acme/salaries",
    old: document("salaries", "Salaries"),
    outputs: { accessType: "restricted" },
    new: document("salaries", "Salaries"),
  },
  { kind: "Document", name: "acme/roadmap", new: document("roadmap", "Roadmap") },
  {
    kind: "MembershipSet",
    name: "acme",
    old: members(
      "acme",
      'ada viewer email=ada@acme.example name="Ada Lovelace"',
      "alan editor document=brand",
      "alan viewer",
      "cut viewer folder=design",
      "edsger editor",
      "grace editor folder=design",
      "grace viewer",
      "kay viewer folder=design",
      "linus viewer email=linus@studio.example",
      "mallory editor",
      "renamed viewer name=Old",
      "same viewer",
    ),
    outputs: members(
      "acme",
      'ada viewer email=ada@acme.example name="Ada Lovelace"',
      "alan editor document=brand",
      "alan viewer",
      "cut viewer folder=design unsure=true",
      "edsger editor",
      "grace editor folder=design",
      "grace viewer",
      "kay viewer folder=design",
      "linus viewer email=linus@studio.example",
      "mallory editor",
      "renamed viewer name=Old",
      "same viewer",
    ),
    new: members(
      "acme",
      'ada editor email=ada@acme.example name="Ada Lovelace"',
      "same viewer folder=design",
      "alan editor document=brand",
      "alan editor",
      "cut viewer folder=design",
      "edsger viewer",
      "grace editor folder=design",
      "kay viewer folder=design",
      "linus.park viewer email=Linus@studio.example",
      'new viewer folder=logos name="<b>@everyone</b> | `x`"',
      "renamed viewer name=New",
      "same editor document=brand",
      "same viewer",
    ),
  },
  {
    kind: "UserGroup",
    name: "staff",
    old: { organizationId: "acme", groupId: "staff", groupName: "Staff" },
    new: { organizationId: "acme", groupId: "staff", groupName: "Staff", removedUserIds: ["mallory"] },
  },
];

const others: readonly Change[] = [
  { kind: "Organization", name: "globex", old: { organizationId: "globex" }, new: { organizationId: "globex", disabled: true } },
  {
    kind: "MembershipSet",
    name: "globex",
    old: members("globex", "ada viewer", "grace editor"),
    new: members("globex", "ada viewer", "grace editor"),
  },
  { kind: "Organization", name: "hooli", new: { organizationId: "hooli" } },
  { kind: "MembershipSet", name: "hooli", new: members("hooli", "ada editor") },
  {
    kind: "Organization",
    name: "initech",
    old: { organizationId: "initech", disabled: true },
    new: { organizationId: "initech", disabled: false },
  },
  { kind: "MembershipSet", name: "initech", old: members("initech", "bill viewer"), new: members("initech", "bill viewer") },
  { kind: "MembershipSet", name: "kept", old: members("kept", "ada editor"), retainOnDelete: true },
  {
    kind: "MembershipGuard",
    name: "guard",
    old: { grants: { acme: members("acme", ...guarded(8)).roster } },
    new: {
      grants: { acme: members("acme", "u0 editor", ...guarded(8).slice(2)).roster },
      limits: { organizations: { acme: { removals: 2, promotions: "50%", exemptBelow: 5 } } },
    },
  },
  { kind: "DomainRemoval", name: "domains", new: { domains: ["old.example"] } },
  { kind: "UserDataDeletion", name: "gone", new: { userIds: ["mallory"], confirm: ["mallory"] } },
];

/** The preview as the engine writes it. */
export const everyChange = (): string =>
  preview([...acme, ...others], {
    diagnostics: [
      { severity: "warning", message: 'document brand: documentName is "Brand" in the service, declared is "Brand book".\n' },
      { severity: "info", message: "not shown\n" },
    ],
  });
