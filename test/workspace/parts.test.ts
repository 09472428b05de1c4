/** What a workspace file holds beside folders, documents and members: how it is read, and what is said of mistakes in it. */
import { expect, test } from "vitest";
import { complaints, workspaceOf, yaml } from "./text.ts";

const at = (line: number, column: number) => ({ file: "w.yaml", line, column });

const everything = yaml`
  version: 1
  adopt: overwrite
  limits: { removals: 25%, demotions: 10, exemptBelow: 5 }
  acknowledge: { removals: 42, digest: 3f1c9a }
  departed: [zoe, mallory, zoe]
  domains: { allowed: [acme.example], removed: ["*.old.example"] }
  organizations:
    acme:
      onDelete: disable
      reassert: after the restore of May
      limits: { promotions: 12.5% }
      acknowledge: { promotions: 3, digest: abc }
      required: [ada]
      members:
        ada: editor
        alan: { role: viewer, until: 2026-12-31, reason: Audit, ticket: "4711" }
        grace: { role: editor, until: 2026-06-30 }
      groups:
        reviewers: { name: Reviewers, removed: [mallory, mia], onDelete: empty }
        writers: { name: Writers, adopt: never }
      domains:
        allowed:
          - { domain: "https://*.acme.example", onDelete: retain }
        removed: [acme.test, "*.old.example"]
      folders:
        design: { name: Design, adopt: never, onDelete: { moveTo: archive } }
        archive: { name: Archive, onDelete: retain }
      documents:
        roadmap:
          name: Roadmap
          locations:
            intro: { locationName: Introduction, page: 3, tags: [a, { b: null }], merge: true, deleteData: false }
            end: {}
          notifications:
            review:
              actionUser: { userId: ada }
              displayHeadlineMessageTemplate: "{actionUser} asks for a review"
              notifyUsers: [{ userId: alan }]
              notificationSourceData: { __proto__: { deep: [1, true] } }
              context: { access: { team: design } }
              readByUserIds: [grace]
              persistReadForUsers: true
`;

test("everything that stands beside folders, documents and members", () => {
  const { organizations, ...workspace } = workspaceOf(everything, { now: new Date("2026-12-31T23:59:59Z") });
  expect(workspace).toEqual({
    files: ["w.yaml"],
    today: "2026-12-31",
    limits: { removals: "25%", demotions: 10, exemptBelow: 5 },
    acknowledge: { removals: 42, digest: "3f1c9a" },
    departed: ["mallory", "zoe"],
    domains: { allowed: [{ domain: "acme.example", place: at(6, 22) }], removed: ["*.old.example"] },
  });
  const [acme] = organizations;
  expect(acme).toMatchObject({
    onDelete: "disable",
    reassert: "after the restore of May",
    limits: { promotions: "12.5%" },
    acknowledge: { promotions: 3, digest: "abc" },
    required: new Map([["ada", undefined]]),
    groups: [
      { groupId: "reviewers", groupName: "Reviewers", removed: ["mallory", "mia"], onDelete: "empty", place: at(19, 7) },
      { groupId: "writers", groupName: "Writers", adopt: "never", place: at(20, 7) },
    ],
    domains: {
      allowed: [{ domain: "https://*.acme.example", onDelete: "retain", place: at(23, 11) }],
      removed: ["*.old.example", "acme.test"],
    },
    folders: [
      { folderId: "design", adopt: "never", onDelete: { moveTo: "archive" } },
      { folderId: "archive", adopt: "overwrite", onDelete: "retain" },
    ],
  });
  expect(acme?.members).toEqual(
    new Map([
      ["ada", { accessRole: "editor" }],
      ["alan", { accessRole: "viewer", until: "2026-12-31", reason: "Audit", ticket: "4711" }],
    ]),
  );
  expect(acme?.expired).toEqual(new Map([["grace", { accessRole: "editor", until: "2026-06-30", place: at(17, 7) }]]));
  const [roadmap] = acme?.documents ?? [];
  expect(roadmap?.adopt).toBe("overwrite");
  expect(roadmap?.locations).toEqual([
    {
      location: { id: "intro", locationName: "Introduction", page: 3, tags: ["a", { b: null }] },
      merge: true,
      deleteData: false,
      place: at(32, 11),
    },
    { location: { id: "end" }, place: at(33, 11) },
  ]);
  expect(roadmap?.notifications).toHaveLength(1);
  const content = roadmap?.notifications?.[0]?.content;
  expect(content).toMatchObject({ notifyUsers: [{ userId: "alan" }], context: { access: { team: "design" } }, readByUserIds: ["grace"] });
  expect(Object.entries(content?.notificationSourceData ?? {})).toEqual([["__proto__", { deep: [1, true] }]]);
});

test("what the workspace says of adoption holds where nothing else is said, and for groups as far as they know it", () => {
  const file = (adopt: string) =>
    `version: 1\nadopt: ${adopt}\norganizations: { acme: { groups: { g: { name: G } }, folders: { f: { name: F } } } }\n`;
  const adoptions = (text: string) => {
    const [acme] = workspaceOf(text).organizations;
    return [acme?.folders[0]?.adopt, acme?.groups?.[0]?.adopt];
  };
  expect(adoptions(file("never"))).toEqual(["never", "never"]);
  expect(adoptions(file("overwrite"))).toEqual(["overwrite", undefined]);
});

/** Each mistake: what is written, and what is said of it. */
const mistakes: Record<string, [text: string, said: string[]]> = {
  "values that are none of those known": [
    yaml`
      version: 1
      adopt: overwite
      organizations:
        acme:
          onDelete: delete
          groups: { a: { name: A, adopt: overwrite, onDelete: } }
          folders:
            a: { name: A, onDelete: keep }
            b: { name: B, onDelete: { moveto: a } }
            c: { name: C, onDelete: }
    `,
    [
      "2:8: `adopt` must be `same`, `overwrite` or `never`, not the text `overwite`: did you mean `overwrite`?",
      "5:15: `onDelete` of organization `acme` must be `retain` or `disable`, not the text `delete`",
      "6:36: `adopt` of group `a` must be `same` or `never`, not the text `overwrite`",
      "6:47: `onDelete` of group `a` has no value: write `retain` or `empty`, or leave it out",
      "8:31: `onDelete` of folder `a` must be `retain` or `{ moveTo: <folder id> }`, not the text `keep`",
      "9:21: `onDelete.moveTo` of folder `b` is missing: every `onDelete` has one",
      "9:33: unknown field `moveto` of `onDelete` of folder `b`: did you mean `moveTo`?",
      "10:21: `onDelete` of folder `c` has no value: write `retain` or `{ moveTo: <folder id> }`, or leave it out",
    ],
  ],
  "limits and acknowledgements": [
    yaml`
      version: 1
      limits: { removals: 25 %, demotions: -1, promotions: 2.5, exemptBelow: many, removal: 3 }
      acknowledge: { removals: 42 }
      organizations:
        acme: { limits: 25%, acknowledge: { digest: 3 } }
        globex: { limits: { removals: 101% } }
    `,
    [
      "2:21: `limits.removals` must be a number such as `10`, or a percentage such as `25%`, not the text `25 %`",
      "2:38: `limits.demotions` must be a number such as `10`, or a percentage such as `25%`, not the number `-1`",
      "2:54: `limits.promotions` must be a number such as `10`, or a percentage such as `25%`, not the number `2.5`",
      "2:72: `limits.exemptBelow` must be a whole number, not the text `many`",
      "2:78: unknown field `removal` of `limits`: did you mean `removals`?",
      "3:1: `acknowledge.digest` is missing: every `acknowledge` has one",
      "5:19: `limits` of organization `acme` must be a map, not the text `25%`: write for example `{ removals: 25%, demotions: 10, promotions: 5, exemptBelow: 10 }`",
      '5:47: `acknowledge.digest` of organization `acme` must be text, not the number `3`: put it in quotes, `"3"`',
      "6:33: `limits.removals` of organization `globex` must be a number such as `10`, or a percentage such as `25%`, not the text `101%`",
    ],
  ],
  "memberships with an end": [
    yaml`
      version: 1
      organizations:
        acme:
          members:
            ada: { role: viewer, until: 2026-02-30 }
            alan: { role: viewer, until: tomorrow, ticket: 4711 }
            grace: { role: viewer, until: 2026, reason: }
    `,
    [
      "5:35: `until` of member `ada` must be a day such as `2026-12-31`, not the text `2026-02-30`",
      "6:36: `until` of member `alan` must be a day such as `2026-12-31`, not the text `tomorrow`",
      '6:54: `ticket` of member `alan` must be text, not the number `4711`: put it in quotes, `"4711"`',
      "7:37: `until` of member `grace` must be a day such as `2026-12-31`, not the number `2026`",
      "7:43: `reason` of member `grace` has no value: write a text, or leave it out",
    ],
  ],
  lists: [
    yaml`
      version: 1
      departed: mallory
      domains: [acme.example]
      organizations:
        acme:
          required: { ada: owner }
          members: { ada: viewer }
          groups: { reviewers: { removed: [007, [], ""] } }
          domains: { allowed: [acme example, { domain: "a b" }, {}, 3], removed: }
        globex:
          required:
            - ada
            - 42
          members: { ada: viewer }
        initech: { required: ada }
    `,
    [
      "2:11: `departed` must be a list, not the text `mallory`: write for example `[ada]`",
      "3:10: `domains` must be a map, not a list: write for example `{ allowed: [acme.example], removed: [*.old.example] }`",
      "6:22: `required.ada` of organization `acme` must be `viewer` or `editor`, not the text `owner`",
      "8:15: `name` of group `reviewers` is missing: every group has one",
      '8:38: an entry of `removed` of group `reviewers` must be text, not the number `007`: put it in quotes, `"007"`',
      "8:43: an entry of `removed` of group `reviewers` must be text, not a list",
      "8:47: an entry of `removed` of group `reviewers` is empty: write a text, or leave it out",
      "9:26: an entry of `domains.allowed` of organization `acme` must be a domain such as `acme.example` or `*.acme.example`, not the text `acme example`",
      "9:50: `domains.allowed.domain` of organization `acme` must be a domain such as `acme.example` or `*.acme.example`, not the text `a b`",
      "9:59: `domains.allowed.domain` of organization `acme` is missing: every `domains.allowed` has one",
      "9:63: an entry of `domains.allowed` of organization `acme` must be a domain such as `acme.example` or `*.acme.example`, not the number `3`",
      "9:67: `domains.removed` of organization `acme` has no value: write `[]` where it is empty, or leave it out",
      '13:9: an entry of `required` of organization `globex` must be text, not the number `42`: put it in quotes, `"42"`',
      "15:24: `required` of organization `initech` must be a list of user ids, or a map of user ids to roles, not the text `ada`",
    ],
  ],
  "locations and notifications": [
    yaml`
      version: 1
      organizations:
        acme:
          documents:
            roadmap:
              name: Roadmap
              locations:
                intro: { id: intro, locationName: 3, deleteData: yes }
                a/b: {}
                end:
              notifications:
                review: { notifyUser: [ada], notifyUsers: [ada], notifyAll: 1 }
                "": review
    `,
    [
      "8:20: the id of location `intro` is its key: take `id` out",
      '8:45: `locationName` of location `intro` must be text, not the number `3`: put it in quotes, `"3"`',
      "8:60: `deleteData` of location `intro` must be `true` or `false`, not the text `yes`: write `true`",
      "9:11: location id `a/b` contains `/`, which separates the parts of resource ids",
      "10:11: location `end` has no value: write for example `intro: { locationName: Introduction }`",
      "12:21: unknown field `notifyUser` of notification `review`: did you mean `notifyUsers`?",
      "12:54: an entry of `notifyUsers` of notification `review` must be a map, not the text `ada`",
      "12:71: `notifyAll` of notification `review` must be `true` or `false`, not the number `1`: write `true`",
      "13:11: the id of a notification is empty",
      "13:15: notification `` must be a map, not the text `review`: write for example `review: { displayBodyMessage: The roadmap is ready for review. }`",
    ],
  ],
};

test.each(Object.entries(mistakes))("%s", (_, [text, said]) => {
  expect(complaints(text)).toEqual(said);
});
