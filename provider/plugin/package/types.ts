/** From zod shapes to types of a Pulumi package schema. */
import { z } from "zod";

/** What zod makes of a shape. */
type Json = z.core.JSONSchema.BaseSchema;

/** A type of a Pulumi package schema. */
export interface TypeSpec {
  readonly type?: string;
  readonly items?: TypeSpec;
  readonly additionalProperties?: TypeSpec;
  readonly oneOf?: readonly TypeSpec[];
  readonly $ref?: string;
}

/** A property of one. */
export interface PropertySpec extends TypeSpec {
  readonly description?: string;
  readonly default?: unknown;
  readonly defaultInfo?: { readonly environment: readonly string[] };
  readonly secret?: true;
  readonly replaceOnChanges?: true;
  readonly willReplaceOnChanges?: true;
}

/** An object of one, or an enumeration. */
export interface ObjectSpec {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, PropertySpec>>;
  readonly required?: readonly string[];
  readonly enum?: readonly { readonly value: unknown }[];
}

const any: TypeSpec = { $ref: "pulumi.json#/Any" };

const asJson = (shape: z.ZodType): Json => z.toJSONSchema(shape, { io: "input", unrepresentable: "any" });

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Named types that properties refer to; objects and enumerations have to have names. */
export class Types {
  readonly all: Record<string, ObjectSpec> = {};

  #named(name: string, spec: ObjectSpec): TypeSpec {
    const token = `collab:index:${name}`;
    const known = this.all[token];
    if (known && JSON.stringify(known) !== JSON.stringify(spec)) throw new Error(`two types are named ${token}`);
    this.all[token] = spec;
    return { $ref: `#/types/${token}` };
  }

  #enumeration(values: readonly unknown[], name: string, description: string | undefined): TypeSpec {
    // Roles are the same everywhere, whatever the property is named.
    const own = JSON.stringify(values) === '["viewer","editor"]' ? "AccessRole" : name;
    const doc = own === "AccessRole" ? "`viewer` is read-only, `editor` is read/write." : description;
    return this.#named(own, { type: "string", ...(doc ? { description: doc } : {}), enum: values.map((value) => ({ value })) });
  }

  #of(json: Json, name: string): TypeSpec {
    const { anyOf, enum: values, type, items, additionalProperties, properties, description } = json;
    if (json.const !== undefined) return { type: "string" };
    if (anyOf) return this.#union(anyOf, name);
    if (values) return this.#enumeration(values, name, description);
    if (type === "array") return { type, items: typeof items === "object" && !Array.isArray(items) ? this.#of(items as Json, name) : any };
    if (type === "object") {
      const rest = typeof additionalProperties === "object" ? (additionalProperties as Json) : undefined;
      // Objects of the service may have more members than are specified: nothing is lost on the way.
      if (rest) return { type, additionalProperties: properties || Object.keys(rest).length === 0 ? any : this.#of(rest, name) };
      return this.#named(name, { ...(description ? { description } : {}), ...this.object(json, name), type });
    }
    return typeof type === "string" ? { type } : any;
  }

  #union(members: readonly z.core.JSONSchema._JSONSchema[], name: string): TypeSpec {
    const specs = members.map((member) => this.#of(Object(member), name));
    const distinct = [...new Map(specs.map((spec) => [JSON.stringify(spec), spec])).values()];
    return distinct.length === 1 && distinct[0] ? distinct[0] : { oneOf: distinct };
  }

  /** Properties of an object, and which of them are required. */
  object(
    shape: z.ZodObject | Json,
    name: string,
  ): Pick<ObjectSpec, "properties" | "required"> & { properties: Record<string, PropertySpec> } {
    const json = shape instanceof z.ZodObject ? asJson(shape) : shape;
    const properties = Object.entries(json.properties ?? {}).map(([key, value]): [string, PropertySpec] => {
      const property: Json = Object(value);
      const { description, default: preset } = property;
      return [
        key,
        {
          ...this.#of(property, `${name}${capital(key)}`),
          ...(description ? { description } : {}),
          ...(preset === undefined ? {} : { default: preset }),
        },
      ];
    });
    return { properties: Object.fromEntries(properties), required: json.required ?? [] };
  }
}
