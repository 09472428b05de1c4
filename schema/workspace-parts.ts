/** What stands in a workspace file beside folders, documents and members. The fields of a kind are named as the kind names them. */
import { z } from "zod";
import { domainPattern, notificationAdd } from "./service/shapes.ts";

/** What stands between the parts of a resource's Pulumi id, and what no log or terminal should be given. */
export const idPattern = String.raw`^[^/\u0000-\u001f\u007f-\u009f]+$`;

/** An id that is a key. Its pattern is for editors: `workspace/checks.ts` says what is wrong with one, over the whole file. */
export const id = (description: string) => z.string().meta({ description, pattern: idPattern });

export const text = (description: string) => z.string().min(1).meta({ description });

const flag = (description: string) => z.boolean().meta({ description });

/** A list of user ids. */
export const userIds = (description: string) =>
  z
    .array(text("User id."))
    .meta({ description, examples: [["ada"]] })
    .optional();

/** What happens to something that exists already when it is declared first. */
export const adopt = z.enum(["same", "overwrite", "never"]).meta({
  description:
    "What happens where it exists already: `same` takes it over if it is as declared, `overwrite` brings it to the declared state, `never` refuses.",
});

const group = z
  .strictObject({
    name: text("Display name of the group."),
    removed: userIds("Users to remove from the group. No operation adds users to a group: that is done in the console."),
    adopt: adopt
      .extract(["same", "never"])
      .meta({ description: "What happens where it exists already: `same` takes it over, `never` refuses." })
      .optional(),
    onDelete: z
      .enum(["retain", "empty"])
      .meta({
        description: "What happens when the group is no longer declared: nothing (`retain`, default), or every user is removed from it.",
      })
      .optional(),
  })
  .meta({ id: "group", title: "User group", description: "A user group.", examples: [{ name: "Reviewers" }] });

export const groups = z
  .record(id("Group id."), group)
  .meta({
    description: "User groups of the organization, by group id.",
    examples: [{ reviewers: { name: "Reviewers", removed: ["mallory"] } }],
  })
  .optional();

/** Said of what is none. */
const expectedDomain = "a domain such as `acme.example` or `*.acme.example`";

const domain = (description: string) => z.string().regex(domainPattern, expectedDomain).meta({ description });

const allowedDomain = z.union(
  [
    domain("A domain; it may have a scheme and a wildcard subdomain."),
    z.strictObject({
      domain: domain("A domain; it may have a scheme and a wildcard subdomain."),
      onDelete: z
        .enum(["remove", "retain"])
        .meta({
          description: "What happens when the domain is no longer declared: it is removed from the list (`remove`, default), or nothing.",
        })
        .optional(),
    }),
  ],
  expectedDomain,
);

export const domains = z
  .strictObject({
    allowed: z
      .array(allowedDomain)
      .meta({ description: "Domains that are meant to be allowed. No operation adds domains: that is done in the console." })
      .optional(),
    removed: z
      .array(domain("A domain; it may have a scheme and a wildcard subdomain."))
      .meta({ description: "Domains that must not be allowed: they are removed from the list." })
      .optional(),
  })
  .meta({
    id: "domains",
    title: "Domains",
    description:
      "Allowed domains. The service keeps one list for all organizations, wherever this stands; what stands in an organization is converged with it.",
    examples: [{ allowed: ["acme.example"], removed: ["*.old.example"] }],
  });

const location = z
  .looseObject({
    locationName: text("Display name of the location.").optional(),
    merge: flag("Whether a change merges the new metadata into the old. Default: false.").optional(),
    deleteData: flag(
      "Whether comments, recordings and other data of the location are deleted, for good, when it is no longer declared. Default: false.",
    ).optional(),
  })
  .meta({
    id: "location",
    title: "Location",
    description: "A location in a document. Further fields are metadata of the location, as its users know them.",
    examples: [{ locationName: "Introduction" }],
  });

export const locations = z
  .record(id("Location id."), location)
  .meta({ description: "Locations in the document, by location id.", examples: [{ intro: { locationName: "Introduction" } }] })
  .optional();

const { notificationId: _, ...content } = notificationAdd;

const notification = z
  .strictObject({
    ...content,
    readByUserIds: userIds("Users that have read it; sent with a change."),
    persistReadForUsers: flag("Sent with a change.").optional(),
  })
  .meta({
    id: "notification",
    title: "Notification",
    description: "A notification: sent once, when it is first declared. Its text can change; its recipients cannot.",
    examples: [{ displayBodyMessage: "The roadmap is ready for review.", notifyUsers: [{ userId: "ada" }] }],
  });

export const notifications = z
  .record(id("Notification id, unique in the document."), notification)
  .meta({
    description: "Notifications about the document, by notification id.",
    examples: [{ review: { displayBodyMessage: "The roadmap is ready for review.", notifyUsers: [{ userId: "ada" }] } }],
  })
  .optional();
export type NotificationDeclaration = z.infer<typeof notification>;
