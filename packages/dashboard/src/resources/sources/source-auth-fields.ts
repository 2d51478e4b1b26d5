/**
 * Which fields does a form show for a method of authentication? Read from the contract's schema of that method, so a
 * method that is added there needs no new form.
 */
import { authSchemaOf } from "@posthorn/contract/source-auth";
import { authFieldDetails } from "@posthorn/contract/source-catalogue";
import type { SourceAuthType } from "@posthorn/contract/source-types";
import { REQUIRED } from "@posthorn/contract/texts";
import * as z from "zod/mini";

export interface AuthField {
  name: string;
  label: string;
  hint: string | undefined;
  isSecret: boolean;
  /** The source works without it. */
  isOptional: boolean;
  /** If it is one of a few values. */
  options: readonly string[] | null;
  /** The value that a new form starts with. */
  initial: string;
}

function schemasOf(method: SourceAuthType): [string, z.ZodMiniType][] {
  return Object.entries(authSchemaOf(method)?.shape ?? {});
}

export function authFieldsOf(method: SourceAuthType): AuthField[] {
  return schemasOf(method).map(([name, schema]) => {
    const { label, hint, is_secret, initial = "" } = authFieldDetails(method, name);
    const options = schema instanceof z.ZodMiniEnum ? schema.options.map(String) : null;
    return { name, label, hint, isSecret: is_secret, isOptional: isOptional(schema), options, initial };
  });
}

function isOptional(schema: z.ZodMiniType): boolean {
  return schema instanceof z.ZodMiniOptional;
}

export type AuthValues = Record<string, string | null>;

/** What is wrong with the values, by field. Null is a secret that the server keeps. */
export function authMistakes(method: SourceAuthType, values: AuthValues): Record<string, string> {
  return Object.fromEntries(
    schemasOf(method).flatMap(([name, schema]) => {
      const value = values[name];
      if (value === null) return [];
      if (value === undefined || value === "") return isOptional(schema) ? [] : [[name, REQUIRED]];
      const message = schema.safeParse(value).error?.issues[0]?.message;
      return message === undefined ? [] : [[name, message.charAt(0).toUpperCase() + message.slice(1)]];
    }),
  );
}
