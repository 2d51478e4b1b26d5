/**
 * Which names of a caller's input did the schema drop?
 *
 * Published clients send filters and settings that we do not have. Refusing them would break these clients, and dropping
 * them in silence would mislead people, so the reply names them. Only objects that callers wrote as objects are compared:
 * what a schema made of a text or a list is its own affair.
 */
import { pathText } from "./validation.ts";

/** `read` is what the schema made of `sent`. The names are paths from the root of the input, `config.colour`. */
export function droppedNames(sent: unknown, read: unknown, path: readonly string[]): string[] {
  if (!isObject(sent) || !isObject(read)) return [];
  return Object.keys(sent).flatMap((name) =>
    Object.hasOwn(read, name)
      ? droppedNames(sent[name], read[name], [...path, name])
      : [pathText([...path, name], "")],
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
