/** What a program of any language writes for a kind, where that is not what the kind keeps. */
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Settings } from "../configuration.ts";
import type { Failure } from "../resources/contract.ts";
import { isUnknown } from "../bag.ts";
import { type AnyKind, hasUnknown, type Properties } from "../resources/lifecycle.ts";
import { membershipGuardForm } from "./form-guard.ts";
import { membershipSetForm } from "./form-set.ts";

/** How a kind's inputs are written. */
export interface Form {
  /** Shape of what is written. */
  readonly inputs: z.ZodObject;
  /** Inputs of the kind that its outputs leave out where they follow from what is written. */
  readonly hidden: readonly string[];
  /** What is wrong with how inputs are written; what is wrong with the kind's inputs says the kind. */
  check(written: Properties): readonly Failure[];
  /** The kind's inputs for well written ones; what is made of something that is not known yet is not known either. */
  toKind(written: Properties): Properties;
  /** What is written, after the kind has brought its inputs into their normal form. */
  fromKind(written: Properties, normal: Properties): Properties;
  /** Properties in which one side or the other writes what the outputs leave out. */
  written(...sides: readonly Properties[]): readonly string[];
  /** Where a finding about a kind's input belongs in what is written. */
  place(written: Properties, property: string): string;
  /** Why a path must not be ignored; undefined where it may. */
  notIgnored(path: string): string | undefined;
}

const plain = (kind: AnyKind): Form => ({
  inputs: kind.inputs,
  hidden: [],
  check: () => [],
  toKind: (written) => written,
  fromKind: (_written, normal) => normal,
  written: () => [],
  place: (_written, property) => property,
  notIgnored: () => undefined,
});

const forms: Readonly<Record<string, Form>> = { MembershipSet: membershipSetForm, MembershipGuard: membershipGuardForm };

/** How the inputs of a kind are written. */
export const formOf = (kind: AnyKind): Form => forms[kind.token] ?? plain(kind);

/** The kind's inputs in their normal form, as Check has them where they are written as they are. */
export const declaredFrom = (
  kind: AnyKind,
  form: Form,
  written: Properties,
  old: Properties | undefined,
  settings: Settings,
): Properties => {
  const declared = form.toKind(written);
  return hasUnknown(declared, isUnknown) ? declared : { ...declared, ...kind.normalize?.(declared, old, settings) };
};

/** A bag of outputs without what follows from the inputs. */
export const withoutHidden = (form: Form, bag: Properties, written: Properties): Properties => {
  if (form.hidden.length === 0) return bag;
  const known = form.toKind(written);
  const kept = ([key, value]: [string, unknown]): boolean => !form.hidden.includes(key) || !isDeepStrictEqual(value, known[key]);
  return Object.fromEntries(Object.entries(bag).filter(kept));
};
