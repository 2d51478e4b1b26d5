/**
 * Which bytes of a JSON body are at a redacted path, and how does the body look without them?
 *
 * Cuts values out of the bytes and puts `"[redacted]"` in their place, whatever they are: texts, numbers, nulls, objects,
 * lists. All other bytes stay as they came, so numbers, white space and the order of members do. A name that comes twice is
 * masked twice, and a name with escapes is the same name. Builds no objects, like json-fault.ts.
 */
import { REDACTED, type RedactionStep } from "@posthorn/contract/redaction";
import { jsonFault } from "./json-fault.ts";

/** The paths of a list as a tree, so that one walk through a body follows all of them. */
export interface PathNode {
  names: Map<string, PathNode>;
  places: Map<number, PathNode>;
  /** For every member and every item. */
  every: PathNode | null;
  /** The number of the path that ends here; null if none does. */
  path: number | null;
}

/** What was found. A value may be at several paths. One that was masked before is found, but not masked once more. */
export class Masked {
  /** How many values are at each path, by the path's number. */
  readonly atPath = new Map<number, number>();
  /** The paths at which something was masked. */
  readonly paths = new Set<number>();
  /** How many values were masked. */
  count = 0;

  add(paths: readonly number[], wasMasked: boolean): void {
    for (const path of paths) {
      this.atPath.set(path, (this.atPath.get(path) ?? 0) + 1);
      if (!wasMasked) this.paths.add(path);
    }
    if (!wasMasked) this.count++;
  }

  addAll(other: Masked): void {
    this.count += other.count;
    for (const path of other.paths) this.paths.add(path);
    for (const [path, count] of other.atPath) this.atPath.set(path, (this.atPath.get(path) ?? 0) + count);
  }
}

export function emptyNode(): PathNode {
  return { names: new Map(), places: new Map(), every: null, path: null };
}

export function addPath(tree: PathNode, steps: readonly RedactionStep[], path: number): void {
  const end = steps.reduce<PathNode>((node, step) => {
    if (step === null) return (node.every ??= emptyNode());
    const next = typeof step === "string" ? node.names.get(step) : node.places.get(step);
    if (next) return next;
    const made = emptyNode();
    if (typeof step === "string") node.names.set(step, made);
    else node.places.set(step, made);
    return made;
  }, tree);
  end.path ??= path;
}

/** The numbers of the paths that end at one of these nodes. */
export function endsAt(nodes: readonly PathNode[]): number[] {
  return nodes.flatMap(({ path }) => path ?? []);
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const ARRAY = 0x5b;
const ARRAY_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
const SPACE = 0x20;
const MARK_BYTES = 3;

const MASK = Buffer.from(JSON.stringify(REDACTED));

/** Returns null if the body is not JSON. The body itself, if nothing in it is at a path. */
export function maskJson(body: Buffer, tree: PathNode, masked: Masked): Buffer | null {
  if (body.length === 0 || jsonFault(body) !== null) return null;
  const pieces: Buffer[] = [];
  let kept = 0;

  /** `at` is where a value begins. Returns where it ends. The nesting is bounded, because the body is valid. */
  function walk(at: number, nodes: readonly PathNode[]): number {
    const ends = endsAt(nodes);
    if (ends.length === 0) {
      if (body[at] === OBJECT) return walkObject(at, nodes);
      return body[at] === ARRAY ? walkArray(at, nodes) : afterValue(body, at);
    }
    const end = afterValue(body, at);
    const wasMasked = MASK.equals(body.subarray(at, end));
    masked.add(ends, wasMasked);
    if (wasMasked) return end;
    pieces.push(body.subarray(kept, at), MASK);
    kept = end;
    return end;
  }

  function walkObject(start: number, nodes: readonly PathNode[]): number {
    let at = afterSpace(body, start + 1);
    while (body[at] !== OBJECT_END) {
      const nameEnd = afterString(body, at);
      const next = membersOf(nodes, body, at, nameEnd);
      const value = afterSpace(body, afterSpace(body, nameEnd) + 1);
      at = afterSpace(body, next.length === 0 ? afterValue(body, value) : walk(value, next));
      if (body[at] === COMMA) at = afterSpace(body, at + 1);
    }
    return at + 1;
  }

  function walkArray(start: number, nodes: readonly PathNode[]): number {
    let at = afterSpace(body, start + 1);
    for (let place = 0; body[at] !== ARRAY_END; place++) {
      const next = itemsOf(nodes, place);
      at = afterSpace(body, next.length === 0 ? afterValue(body, at) : walk(at, next));
      if (body[at] === COMMA) at = afterSpace(body, at + 1);
    }
    return at + 1;
  }

  walk(afterSpace(body, hasMark(body) ? MARK_BYTES : 0), [tree]);
  if (pieces.length === 0) return body;
  pieces.push(body.subarray(kept));
  return Buffer.concat(pieces);
}

function membersOf(nodes: readonly PathNode[], body: Buffer, start: number, end: number): PathNode[] {
  let name: string | null = null;
  const next: PathNode[] = [];
  for (const node of nodes) {
    if (node.every) next.push(node.every);
    if (node.names.size === 0) continue;
    const named = node.names.get((name ??= nameAt(body, start, end)));
    if (named) next.push(named);
  }
  return next;
}

export function itemsOf(nodes: readonly PathNode[], place: number): PathNode[] {
  return nodes.flatMap((node) => [node.every ?? [], node.places.get(place) ?? []].flat());
}

/** The cast is safe: the bytes are a valid JSON text in quotes. */
function nameAt(body: Buffer, start: number, end: number): string {
  const hasEscape = body.subarray(start, end).includes(BACKSLASH);
  return hasEscape
    ? (JSON.parse(body.toString("utf8", start, end)) as string)
    : body.toString("utf8", start + 1, end - 1);
}

function hasMark(body: Buffer): boolean {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
}

function afterSpace(body: Buffer, start: number): number {
  let at = start;
  while (at < body.length && (body[at] ?? 0) <= SPACE) at++;
  return at;
}

/** `at` is at the opening quote. */
function afterString(body: Buffer, at: number): number {
  for (let next = at + 1; next < body.length; next++) {
    if (body[next] === BACKSLASH) next++;
    else if (body[next] === QUOTE) return next + 1;
  }
  return body.length;
}

/** Goes over a value without a look at what is in it. */
function afterValue(body: Buffer, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const byte = body[at];
    if (byte === QUOTE) at = afterString(body, at);
    else if (byte === OBJECT || byte === ARRAY) {
      depth++;
      at++;
    } else if (byte === OBJECT_END || byte === ARRAY_END) {
      depth--;
      at++;
    } else if (depth > 0) at++;
    else at = afterScalar(body, at);
  } while (depth > 0 && at < body.length);
  return at;
}

function afterScalar(body: Buffer, start: number): number {
  let at = start;
  for (; at < body.length; at++) {
    const byte = body[at] ?? 0;
    if (byte <= SPACE || byte === COMMA || byte === OBJECT_END || byte === ARRAY_END) break;
  }
  return at;
}
