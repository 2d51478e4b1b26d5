/** How does a difference derive one object schema from another, naming only the fields that it changes? */
import { listQuery } from "@posthorn/contract/lists";
import * as z from "zod/mini";
import type { Schema } from "./difference.ts";

type Shape = Readonly<Record<string, Schema>>;

function isObject(schema: Schema): schema is z.ZodMiniObject<Shape> {
  return schema.def.type === "object";
}

function objectOf(schema: Schema): z.ZodMiniObject<Shape> {
  if (!isObject(schema)) throw new Error("A difference takes a schema for an object that is none");
  return schema;
}

export function shapeOf(schema: Schema): Shape {
  return objectOf(schema).shape;
}

/** The same schema, strict or not as before, with these fields added or replaced. */
export function withFields(schema: Schema, fields: Shape): Schema {
  const object = objectOf(schema);
  return z.core.clone(object, { ...object.def, shape: { ...object.shape, ...fields } });
}

export function withoutFields(schema: Schema, ...names: readonly string[]): Schema {
  const object = objectOf(schema);
  const shape = Object.fromEntries(Object.entries(object.shape).filter(([name]) => !names.includes(name)));
  return z.core.clone(object, { ...object.def, shape });
}

/** The schema inside an optional field. */
export function present<Inner extends Schema>(field: z.ZodMiniOptional<Inner>): Inner {
  return field.def.innerType;
}

/** A list's query with other sort keys. */
export function sortedBy(query: Schema, keys: readonly [string, ...string[]]): Schema {
  return withFields(query, { order_by: listQuery({}, keys).shape.order_by });
}
