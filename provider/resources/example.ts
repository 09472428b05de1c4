/**
 * Examples as data, in the form of a Pulumi YAML program: the reference, the runnable programs and the package schema render them in every
 * language from this one form. Names are unique among all examples, so that they can run as one program.
 */

/** A value: JSON, where the text `${acme.organizationId}` stands for an output of what is named `acme` in the same example. */
export type ExampleValue = string | number | boolean | readonly ExampleValue[] | { readonly [key: string]: ExampleValue };

/** A resource, by the name that the program gives it. */
export interface ExampleResource {
  /** Token of the kind: `Folder`. */
  readonly kind: string;
  readonly inputs: Readonly<Record<string, ExampleValue>>;
  /** Names of resources that have to be there first, where no input says so. */
  readonly dependsOn?: readonly string[];
}

/** A call of a function, by the name that the program gives its result. */
export interface ExampleCall {
  /** Token of the function: `getFolders`. */
  readonly function: string;
  readonly inputs: Readonly<Record<string, ExampleValue>>;
}

/** A program, small and realistic. */
export interface Example {
  /** Heading, without a full stop. */
  readonly title: string;
  /** Said before the code, where it does not speak for itself. */
  readonly text?: string;
  readonly resources?: Readonly<Record<string, ExampleResource>>;
  readonly calls?: Readonly<Record<string, ExampleCall>>;
  /** Outputs of the program: each a reference such as `${folders.folders}`. */
  readonly outputs?: Readonly<Record<string, string>>;
}
