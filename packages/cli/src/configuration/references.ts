/**
 * Where does a file take values from the environment, and how?
 *
 * `${NAME}` in secrets, in the variables of a transformation and in the URL of a destination; `$${` is a written `${`. In
 * all other texts, such as code and responses, a dollar is a dollar.
 */
import { isFields } from "./configuration.ts";

const REFERENCE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** `*` is any name or field. */
const PLACES = [
  ["sources", "*", "config", "auth", "*"],
  ["destinations", "*", "config", "auth", "*"],
  ["destinations", "*", "config", "url"],
  ["transformations", "*", "env", "*"],
] as const;

export interface Resolved {
  /** The content with values in the place of references. */
  content: unknown;
  /** The variables that are missing or empty, sorted. */
  missing: string[];
  /** By `pathId`: how the file has written what came from the environment. */
  written: ReadonlyMap<string, string>;
}

export function pathId(path: readonly (string | number)[]): string {
  return JSON.stringify(path);
}

export function resolved(content: unknown, env: Readonly<Record<string, string | undefined>>): Resolved {
  const missing = new Set<string>();
  const written = new Map<string, string>();
  const walk = (value: unknown, path: readonly string[], places: readonly (readonly string[])[]): unknown => {
    if (places.length === 0) return value;
    if (typeof value === "string" && places.some((place) => place.length === 0)) {
      const text = value.replace(REFERENCE, (whole, name: string | undefined) => {
        if (name === undefined) return "${";
        written.set(pathId(path), value);
        // An empty secret is a variable that somebody forgot to set.
        const found = env[name];
        if (!found) missing.add(name);
        return found || whole;
      });
      return text;
    }
    if (!isFields(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        walk(
          inner,
          [...path, key],
          places.flatMap(([step, ...rest]) => (step === "*" || step === key ? [rest] : [])),
        ),
      ]),
    );
  };
  const values = walk(content, [], PLACES);
  return { content: values, missing: [...missing].toSorted(), written };
}

/** A text that `resolved` turns into the given one. */
export function escaped(text: string): string {
  return text.replaceAll("${", () => "$${");
}
