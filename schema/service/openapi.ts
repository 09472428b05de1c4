/** The table of operations as an OpenAPI 3.1 document. */
import { z } from "zod";
import { failureEnvelope, jobEnvelope, successEnvelope } from "./envelope.ts";
import { operationNames, operations, type Operation, type OperationName } from "./operations.ts";
import * as shapes from "./shapes.ts";

/** Part of the document: JSON. */
export type OpenApiObject = { readonly [member: string]: unknown };

/** The document. What `paths` holds is named by the path with its leading slash. */
export interface OpenApiDocument extends OpenApiObject {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, { readonly post: OpenApiObject }>>;
  readonly components: OpenApiObject & { readonly schemas: Readonly<Record<string, OpenApiObject>> };
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const schemaReference = (id: string): string => `#/components/schemas/${id}`;

/** Shapes that several operations share, and what they are called. */
const shared = {
  Failure: failureEnvelope,
  Folder: shapes.folder,
  FolderV1: shapes.folderV1,
  FolderUpdate: shapes.folderUpdate,
  User: shapes.user,
  UserV1: shapes.userV1,
  UserReference: shapes.userReference,
  AccessRole: shapes.accessRole,
  DocumentInput: shapes.documentInput,
  Document: shapes.document,
  Location: shapes.location,
  UserGroup: shapes.userGroup,
  Permission: shapes.permission,
  NotificationUpdate: shapes.notificationUpdate,
  NotificationConfig: shapes.notificationConfig,
  ItemResult: shapes.itemResult,
  ItemResults: shapes.itemResults,
  GroupItemResult: shapes.groupItemResult,
  GroupItemResults: shapes.groupItemResults,
} as const satisfies Record<string, z.ZodType>;

/** The body that an operation takes (conventions, 1). */
const requestOf = ({ data, summary }: Operation): z.ZodType =>
  z.looseObject({ data: data.describe("Parameters.") }).describe(`Request: ${summary}`);

/** The envelope that an operation answers with where it succeeds; only paged operations have a page token. */
const responseOf = ({ envelope, result, summary, pageToken }: Operation): z.ZodType => {
  const description = `Success: ${summary}`;
  if (envelope === "job") return jobEnvelope(result).describe(description);
  const { pageToken: page, nextPageToken: nextPage, ...fields } = successEnvelope(result).shape.result.shape;
  const token = pageToken === "pageToken" ? { pageToken: page } : pageToken === "nextPageToken" ? { nextPageToken: nextPage } : {};
  return z.looseObject({ result: z.looseObject({ ...fields, ...token }) }).describe(description);
};

/** OpenAPI's format for a value that is not to be shown. */
const markSecret = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (jsonSchema["secret"] !== true) return;
  delete jsonSchema["secret"];
  jsonSchema.format = "password";
};

const createSchemas = (): Record<string, OpenApiObject> => {
  const registry = z.registry<{ id: string }>();
  for (const [id, shape] of Object.entries(shared)) registry.add(shape, { id });
  for (const name of operationNames) {
    registry.add(requestOf(operations[name]), { id: `${capitalized(name)}Request` });
    registry.add(responseOf(operations[name]), { id: `${capitalized(name)}Response` });
  }
  const { schemas } = z.toJSONSchema(registry, { uri: schemaReference, override: markSecret });
  // The name under `components` is the identity here, and 3.1 has 2020-12 as its dialect already.
  return Object.fromEntries(Object.entries(schemas).map(([id, { $id: _id, id: _name, $schema: _dialect, ...schema }]) => [id, schema]));
};

const json = (id: string): OpenApiObject => ({ "application/json": { schema: { $ref: schemaReference(id) } } });

/** Sections of the specification's "Endpoints", each with its last operation. */
const sections = [
  [2, "Tokens and signatures"],
  [5, "Folders"],
  [11, "Documents and locations"],
  [18, "Users"],
  [22, "Organizations, groups, domains"],
  [25, "Notifications"],
] as const;

const endpointOf = (name: OperationName): OpenApiObject => {
  const operation: Operation = operations[name];
  return {
    operationId: name,
    summary: operation.summary,
    description: `Operation ${operation.number} of the specification.`,
    tags: sections.flatMap(([last, section]) => (operation.number <= last ? [section] : [])).slice(0, 1),
    ...(operation.credentials === "body" && { security: [] }),
    requestBody: { required: true, content: json(`${capitalized(name)}Request`) },
    responses: {
      [operation.envelope === "job" ? "202" : "200"]: { description: "Success.", content: json(`${capitalized(name)}Response`) },
      default: { $ref: "#/components/responses/Failure" },
    },
  };
};

const header = (name: string, description: string): OpenApiObject => ({ type: "apiKey", in: "header", name, description });

/** Builds the document. `servers` are where the service is; its base address is not part of the specification. */
export const createOpenApiDocument = (servers: readonly OpenApiObject[] = anywhere): OpenApiDocument => ({
  openapi: "3.1.1",
  info: {
    title: "Collaboration data administration",
    version: "1.0.0",
    summary: "Backend administration of a collaboration product.",
    description:
      "25 operations, all POST with a JSON object that has one required member, `data`. The specification shows no HTTP status of a failure, " +
      "so a client tells success and failure by the envelope: a failure may come with any status, 200 included.",
  },
  servers,
  tags: sections.map(([, name]) => ({ name })),
  security: [{ apiKey: [], authToken: [] }],
  paths: Object.fromEntries(operationNames.map((name) => [`/${operations[name].path}`, { post: endpointOf(name) }])),
  components: {
    securitySchemes: {
      apiKey: header("x-svc-api-key", "The workspace's API key."),
      authToken: header("x-svc-auth-token", "The workspace's auth token."),
    },
    responses: { Failure: { description: "Failure of the whole call, or of some of its items.", content: json("Failure") } },
    schemas: createSchemas(),
  },
});

const anywhere: readonly OpenApiObject[] = [
  {
    url: "{base_url}",
    variables: { base_url: { default: "http://127.0.0.1:4180", description: "Base address; this is where the emulator listens." } },
  },
];
