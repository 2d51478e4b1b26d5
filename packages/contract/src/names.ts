/**
 * What is a valid name or description? `Name` and `Description` are of sources, destinations, connections and
 * transformations, `Title` is of projects and organizations.
 */
import * as z from "zod/mini";
import { DESCRIPTION_MAX_CHARACTERS, NAME_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from "./limits.ts";

const NAME_PATTERN = /^[A-Za-z0-9\-_]+$/;

export const Name = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(NAME_MAX_CHARACTERS),
    z.regex(NAME_PATTERN, "may contain only letters, digits, hyphens and underscores"),
  );

/** A name for people. */
export const Title = z.string().check(
  z.refine((text) => text.trim() !== "", "is required"),
  z.maxLength(TITLE_MAX_CHARACTERS),
  z.refine((text) => !text.includes("\u0000"), "may not contain a null character"),
);

export const Description = z.nullable(
  z.string().check(
    z.maxLength(DESCRIPTION_MAX_CHARACTERS),
    z.refine((text) => !text.includes("\u0000"), "may not contain a null character"),
  ),
);

/** Forms use this to turn free text into a valid name while a person types. */
export function slugify(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9\-_]+/g, "-")
    .replaceAll(/^-+/g, "")
    .slice(0, NAME_MAX_CHARACTERS);
}
