/**
 * Where in a schema do changes apply, and what do schema and values become?
 *
 * This walks a schema of the contract together with a value. Replies are changed from the inside out and input from
 * the outside in, because a change of a resource sees its inner resources as that version shows them. In a union with a
 * discriminator, the value says which kind it is. In another union, only its one kind of object can change; if the union
 * also admits JSON text, the text is parsed first.
 */
import * as z from "zod/mini";
import type { Change, Fields, Schema } from "./difference.ts";

export interface Changes {
  /** The changes of this schema itself, the one nearest to the canonical version first. */
  of: (schema: Schema) => readonly Change[];
  /** Returns whether anything in the schema changes; otherwise its values are passed on untouched. */
  touch: (schema: Schema) => boolean;
}

export function changesBySchema(all: readonly Change[]): Changes {
  const touched = new Map<Schema, boolean>();
  const of = (schema: Schema) => all.filter((change) => change.of === schema);
  function touch(schema: Schema): boolean {
    const known = touched.get(schema);
    if (known !== undefined) return known;
    const answer = of(schema).length > 0 || childrenOf(schema).children.some(([, child]) => touch(child));
    touched.set(schema, answer);
    return answer;
  }
  return { of, touch };
}

type Step = readonly [name: string, child: Schema];

/** Those parts of a zod definition that hold other schemas, under zod's own names. */
interface Definition extends z.core.$ZodTypeDef {
  shape?: Readonly<Record<string, Schema>>;
  element?: Schema;
  innerType?: Schema;
  options?: readonly Schema[];
  out?: Schema;
  discriminator?: string;
}

function definitionOf(schema: Schema): Definition {
  return schema.def;
}

type Kind = "object" | "list" | "wrapper" | "union" | "text" | "leaf";

function childrenOf(schema: Schema): { kind: Kind; children: Step[] } {
  const { type, shape, element, innerType, options, out } = definitionOf(schema);
  if (type === "object" && shape) return { kind: "object", children: Object.entries(shape) };
  if (type === "array" && element) return { kind: "list", children: [["element", element]] };
  if (innerType) return { kind: "wrapper", children: [["innerType", innerType]] };
  if (type === "union" && options) return { kind: "union", children: Object.entries(options) };
  if (type === "pipe" && out) return { kind: "text", children: [["out", out]] };
  return { kind: "leaf", children: [] };
}

/** Returns the same schema when nothing in it changes. Checks on the whole object are kept. */
export function reshaped(schema: Schema, changes: Changes): Schema {
  if (!changes.touch(schema)) return schema;
  const { kind, children } = childrenOf(schema);
  const within = children.map(([name, child]): Step => [name, reshaped(child, changes)]);
  const isSame = within.every(([, child], at) => child === children[at]?.[1]);
  const parts = Object.fromEntries(within);
  const rebuilt = isSame
    ? schema
    : z.core.clone(schema, {
        ...definitionOf(schema),
        ...(kind === "object" && { shape: parts }),
        ...(kind === "union" && { options: Object.values(parts) }),
        ...(kind !== "object" && kind !== "union" && parts),
      });
  return changes.of(schema).reduce<Schema>((before, { shape }) => shape?.(before) ?? before, rebuilt);
}

function isComposite(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

/** Whether the value is of this kind of the union. */
function isMeant(union: Schema, option: Schema, value: unknown): boolean {
  const { discriminator } = definitionOf(union);
  if (discriminator === undefined)
    return (childrenOf(option).kind === "text") === (typeof value === "string");
  const kind = definitionOf(option).shape?.[discriminator];
  return isComposite(value) && kind !== undefined && z.safeParse(kind, value[discriminator]).success;
}

/** Applies `apply` to every part of the value that this schema describes, and reassembles the parts. */
function mapParts(schema: Schema, value: unknown, apply: (child: Schema, part: unknown) => unknown): unknown {
  const { kind, children } = childrenOf(schema);
  const [first] = children.map(([, child]) => child);
  if (first === undefined) return value;
  switch (kind) {
    case "wrapper":
      return apply(first, value);
    case "list":
      return Array.isArray(value) ? value.map((part) => apply(first, part)) : value;
    case "text":
      return typeof value === "string" ? apply(first, JSON.parse(value)) : value;
    case "union": {
      const meant = children.find(([, child]) => isMeant(schema, child, value));
      return meant ? apply(meant[1], value) : value;
    }
    case "leaf":
    case "object": {
      if (!isComposite(value)) return value;
      const parts: Record<string, unknown> = { ...value };
      for (const [name, child] of children)
        if (Object.hasOwn(parts, name)) parts[name] = apply(child, parts[name]);
      return parts;
    }
  }
}

/** Returns this version's answer where the canonical version answers `value`. */
export function answered(schema: Schema, value: unknown, changes: Changes): unknown {
  if (!changes.touch(schema)) return value;
  const whole = mapParts(schema, value, (child, part) => answered(child, part, changes));
  return changes
    .of(schema)
    .reduce<unknown>(
      (before, { answer }) => (answer && isComposite(before) ? answer(before) : before),
      whole,
    );
}

/** Returns the canonical input where a caller of this version sends `value`. */
export function received(schema: Schema, value: unknown, changes: Changes): unknown {
  if (!changes.touch(schema)) return value;
  const whole = changes
    .of(schema)
    .reduceRight<unknown>(
      (after, { receive }) => (receive && isComposite(after) ? receive(after) : after),
      value,
    );
  return mapParts(schema, whole, (child, part) => received(child, part, changes));
}

/** Every change that applies within the schema, with the path of its field: empty, or `source.`. */
export function* changesWithin(
  schema: Schema,
  changes: Changes,
  path = "",
): Generator<{ path: string; change: Change }> {
  if (!changes.touch(schema)) return;
  for (const change of changes.of(schema)) yield { path, change };
  const { kind, children } = childrenOf(schema);
  for (const [name, child] of children)
    yield* changesWithin(child, changes, kind === "object" ? `${path}${name}.` : path);
}
