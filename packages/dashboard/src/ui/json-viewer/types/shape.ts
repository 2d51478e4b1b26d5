/**
 * Which types do the values of a JSON body have?
 *
 * Elements of one array share one shape, so a field that only some of them have is optional. Numbers are read as text:
 * `1.0` is no integer, and `12345678901234567890` does not fit into 64 bits. The type views print a shape as code.
 */
import { at, keyText, RowKind, valueText, type FlatJson } from "../flat-json.ts";

export interface Shape {
  hasNull: boolean;
  hasBoolean: boolean;
  hasString: boolean;
  number: NumberRange | null;
  /** How many objects have this shape. */
  objects: number;
  fields: Map<string, Field>;
  /** The shape of all elements; null if no value was an array. */
  items: Shape | null;
}

export interface Field {
  shape: Shape;
  /** In how many of the objects it is. */
  count: number;
  /** The row of the last object that has it: a key that occurs twice in one object counts once. */
  lastObject: number;
}

export interface NumberRange {
  isFraction: boolean;
  isNegative: boolean;
  /** Past the largest number of 63 bits, and past the largest of 64. */
  needs64: boolean;
  needsMore: boolean;
}

const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);
const UINT64_MAX = 2n ** 64n - 1n;
/** No number of fewer digits is past 63 bits. */
const SAFE_DIGITS = 18;

export function shapeOf(json: FlatJson): Shape {
  const root = emptyShape();
  const open: Shape[] = [];
  for (let row = 0; row < json.rowCount; row += 1) {
    const kind = at(json.kind, row);
    if (kind === RowKind.Close) continue;
    const depth = at(json.depth, row);
    const shape = depth === 0 ? root : placeIn(json, row, open[depth - 1] ?? root);
    open[depth] = shape;
    note(json, row, shape);
  }
  return root;
}

function emptyShape(): Shape {
  return {
    hasNull: false,
    hasBoolean: false,
    hasString: false,
    number: null,
    objects: 0,
    fields: new Map(),
    items: null,
  };
}

function placeIn(json: FlatJson, row: number, parent: Shape): Shape {
  const parentRow = json.parent[row] ?? -1;
  if (at(json.kind, parentRow) === RowKind.Array) return (parent.items ??= emptyShape());
  const key = String(JSON.parse(keyText(json, row)));
  let field = parent.fields.get(key);
  if (!field) parent.fields.set(key, (field = { shape: emptyShape(), count: 0, lastObject: -1 }));
  if (field.lastObject !== parentRow) field.count += 1;
  field.lastObject = parentRow;
  return field.shape;
}

function note(json: FlatJson, row: number, shape: Shape): void {
  switch (at(json.kind, row)) {
    case RowKind.Object:
      shape.objects += 1;
      return;
    case RowKind.Array:
      shape.items ??= emptyShape();
      return;
    case RowKind.String:
      shape.hasString = true;
      return;
    case RowKind.Number:
      shape.number = widened(shape.number, valueText(json, row));
      return;
    default:
      if (valueText(json, row) === "null") shape.hasNull = true;
      else shape.hasBoolean = true;
  }
}

function widened(range: NumberRange | null, text: string): NumberRange {
  const isFraction = /[.eE]/.test(text);
  const isLong = !isFraction && text.length > SAFE_DIGITS;
  const value = isLong ? BigInt(text) : 0n;
  return {
    isFraction: isFraction || (range?.isFraction ?? false),
    isNegative: text.startsWith("-") || (range?.isNegative ?? false),
    needs64: value > INT64_MAX || (range?.needs64 ?? false),
    needsMore: value > UINT64_MAX || value < INT64_MIN || (range?.needsMore ?? false),
  };
}
