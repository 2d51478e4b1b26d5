/**
 * How does the viewer store a JSON text as rows?
 *
 * One row per line of the tree, as columns of numbers that point into the text. A body of a million characters has
 * half a million rows at worst; as objects, they would need more memory than the text itself. An object or array
 * with content has two rows, for the opening and the closing bracket; an empty one has one.
 */

export const RowKind = { Object: 0, Array: 1, Close: 2, String: 3, Number: 4, Literal: 5 } as const;
export type RowKind = (typeof RowKind)[keyof typeof RowKind];

export type FlatJson = {
  text: string;
  rowCount: number;
  kind: Uint8Array;
  depth: Uint16Array;
  /** The key with its quotes. Both are 0 if there is no key (elements of arrays, the root, closing rows). */
  keyStart: Int32Array;
  keyEnd: Int32Array;
  /** The value as received. For an opening row: the whole object or array. For a closing row: the bracket. */
  valueStart: Int32Array;
  valueEnd: Int32Array;
  /** The closing row of an opening row, and the other way round. Any other row is its own mate. */
  mate: Int32Array;
  /** The opening row of the object or array around this one; -1 at the root. */
  parent: Int32Array;
  /** The row's position among the children of its parent, from 0. */
  position: Int32Array;
  childCount: Int32Array;
};

export type RowColumns = Omit<FlatJson, "text">;

export function emptyColumns(capacity: number): RowColumns {
  return {
    rowCount: 0,
    kind: new Uint8Array(capacity),
    depth: new Uint16Array(capacity),
    keyStart: new Int32Array(capacity),
    keyEnd: new Int32Array(capacity),
    valueStart: new Int32Array(capacity),
    valueEnd: new Int32Array(capacity),
    mate: new Int32Array(capacity),
    parent: new Int32Array(capacity),
    position: new Int32Array(capacity),
    childCount: new Int32Array(capacity),
  };
}

/** Copies the rows into columns of twice the size. */
export function doubledColumns(columns: RowColumns): RowColumns {
  const doubled = emptyColumns(columns.kind.length * 2);
  doubled.rowCount = columns.rowCount;
  doubled.kind.set(columns.kind);
  doubled.depth.set(columns.depth);
  doubled.keyStart.set(columns.keyStart);
  doubled.keyEnd.set(columns.keyEnd);
  doubled.valueStart.set(columns.valueStart);
  doubled.valueEnd.set(columns.valueEnd);
  doubled.mate.set(columns.mate);
  doubled.parent.set(columns.parent);
  doubled.position.set(columns.position);
  doubled.childCount.set(columns.childCount);
  return doubled;
}

/** Reads a number from a column. Callers only pass an index that exists. */
export function at(column: Int32Array | Uint8Array | Uint16Array, row: number): number {
  return column[row] ?? 0;
}

export function isFoldable(json: FlatJson, row: number): boolean {
  return at(json.kind, row) <= RowKind.Array && at(json.childCount, row) > 0;
}

/** The opening row of a closing bracket; any other row itself. */
export function openingRow(json: FlatJson, row: number): number {
  return at(json.kind, row) === RowKind.Close ? at(json.mate, row) : row;
}

export function hasComma(json: FlatJson, row: number): boolean {
  const opening = openingRow(json, row);
  const parent = json.parent[opening] ?? -1;
  return parent >= 0 && at(json.position, opening) < at(json.childCount, parent) - 1;
}

export function keyText(json: FlatJson, row: number): string {
  return json.text.slice(at(json.keyStart, row), at(json.keyEnd, row));
}

export function valueText(json: FlatJson, row: number): string {
  return json.text.slice(at(json.valueStart, row), at(json.valueEnd, row));
}
