/** The requests: the same for the emulator and for the bare server. */
export interface Request {
  readonly path: string;
  readonly body: string;
}

export const organizationId = "acme";
export const documentCount = 1000;
export const documentId = (index: number): string => `document-${index}`;

const post = (path: string, data: object): Request => ({ path, body: JSON.stringify({ data }) });
const user = (userId: string) => ({ userId, name: `Name of ${userId}`, email: `${userId}@example.com`, accessRole: "viewer" });

/** Reads one of the documents. */
export const smallRead = (index: number): Request =>
  post("/v2/organizations/documents/get", { organizationId, documentIds: [documentId(index % documentCount)] });

/** Adds one user that is new. */
export const smallWrite =
  (prefix: string) =>
  (index: number): Request =>
    post("/v2/users/add", { organizationId, users: [user(`${prefix}-${index}`)] });

/** Adds `count` users that are new, `perCall` a call. */
export const manyUsers = (prefix: string, count: number, perCall: number): Request[] =>
  Array.from({ length: count / perCall }, (_, call) => {
    const users = Array.from({ length: perCall }, (_item, index) => user(`${prefix}-${call * perCall + index}`));
    return post("/v2/users/add", { organizationId, users });
  });
