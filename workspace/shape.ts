/** What the schema says of a place in a file: which fields are known there, and what an author may write. */
import { z } from "zod";

/** The schema of a path's end; of several ways to write it, those that have such a part. */
export const schemaAt = (root: z.ZodType, path: readonly string[]): z.ZodType | undefined => {
  let schema: z.ZodType | undefined = root;
  for (const part of path) schema = schema && step(schema, part);
  return schema;
};

const step = (schema: z.ZodType, part: string): z.ZodType | undefined => {
  if (schema instanceof z.ZodOptional) return step(typed(schema.unwrap()), part);
  if (schema instanceof z.ZodObject) return schema.shape[part];
  if (schema instanceof z.ZodRecord) return typed(schema.valueType);
  if (schema instanceof z.ZodArray) return typed(schema.element);
  if (!(schema instanceof z.ZodUnion)) return undefined;
  return schema.options.map((option) => step(typed(option), part)).find((found) => found !== undefined);
};

/** zod's own types speak of its core; what our schemas hold are its classes. */
const typed = (schema: z.core.$ZodType): z.ZodType => schema as z.ZodType;

/** The fields that an object may have. */
export const fieldsOf = (schema: z.ZodType | undefined): readonly string[] => {
  if (schema instanceof z.ZodOptional) return fieldsOf(typed(schema.unwrap()));
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => fieldsOf(typed(option)));
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
};

/** Whether it is a day, which numbers look like. */
export const isDay = (schema: z.ZodType | undefined): boolean =>
  (schema instanceof z.ZodOptional ? schema.unwrap() : schema) instanceof z.ZodISODate;

/** The schema's first example, as it is written in one line of YAML. */
export const sampleOf = (schema: z.ZodType | undefined): string | undefined => {
  const inner = schema instanceof z.ZodOptional ? typed(schema.unwrap()) : schema;
  const examples = schema?.meta()?.["examples"] ?? inner?.meta()?.["examples"];
  return Array.isArray(examples) && examples.length > 0 ? flow(examples[0]) : undefined;
};

const flow = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const entries = Object.entries(value).map(([key, member]) => `${key}: ${flow(member)}`);
  return `{ ${entries.join(", ")} }`;
};
