/** One dynamic resource a member, each with calls of its own: as a tutorial on dynamic providers would write it. */
import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";

interface MemberInputs {
  readonly organizationId: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly accessRole: string;
}

const post = async (path: string, data: object): Promise<void> => {
  const response = await fetch(`${process.env["COLLAB_BASE_URL"]}/${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-svc-api-key": String(process.env["COLLAB_API_KEY"]),
      "x-svc-auth-token": String(process.env["COLLAB_AUTH_TOKEN"]),
    },
    body: JSON.stringify({ data }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
};

const memberProvider: pulumi.dynamic.ResourceProvider<MemberInputs, MemberInputs> = {
  async create({ organizationId, userId, name, email, accessRole }) {
    await post("v2/users/add", { organizationId, users: [{ userId, name, email, accessRole }] });
    return { id: `${organizationId}/${userId}`, outs: { organizationId, userId, name, email, accessRole } };
  },
  async diff(_id, olds, news) {
    const changes = olds.name !== news.name || olds.email !== news.email || olds.accessRole !== news.accessRole;
    const replaces = olds.userId === news.userId ? [] : ["userId"];
    return { changes: changes || replaces.length > 0, replaces };
  },
  async update(_id, _olds, { organizationId, userId, name, email, accessRole }) {
    await post("v2/users/update", { organizationId, users: [{ userId, name, email, accessRole }] });
    return { outs: { organizationId, userId, name, email, accessRole } };
  },
  async delete(_id, { organizationId, userId }) {
    await post("v1/users/delete", { organizationId, userIds: [userId] });
  },
};

class Member extends pulumi.dynamic.Resource {
  constructor(name: string, props: MemberInputs, opts?: pulumi.CustomResourceOptions) {
    super(memberProvider, name, { ...props }, opts);
  }
}

const members = JSON.parse(readFileSync("members.json", "utf8")) as Record<string, Omit<MemberInputs, "organizationId" | "userId">>;
export const ids = Object.entries(members).map(([userId, member]) => new Member(userId, { organizationId: "acme", userId, ...member }).id);
