/**
 * Which fields of a query string or a form are at a redacted path, and how does the text look without their values?
 *
 * Replaces values in place; names, order and every other field stay as they were sent. A field is found under the name
 * as it was sent, and under the steps that brackets in it mean (`customer[email]`, `items[][card]`). Where two readers
 * could take a name differently, the field is masked if one of them finds it at a path.
 */
import { REDACTED } from "@posthorn/contract/redaction";
import { type Masked, type PathNode, endsAt, itemsOf } from "./redact-json.ts";

const MASK = encodeURIComponent(REDACTED);
const BRACKETS = /\[([^\]]*)\]/g;
const PLACE = /^\d{1,9}$/;

/** `text` has one character for each byte if it is a body, and is the query as Node gives it otherwise. */
export function maskFields(text: string, tree: PathNode, masked: Masked): string {
  return text
    .split("&")
    .map((field) => {
      const end = field.indexOf("=");
      if (end < 0 || end === field.length - 1) return field;
      const paths = pathsTo(field.slice(0, end), tree);
      if (paths.length === 0) return field;
      masked.add(paths, field.slice(end + 1) === MASK);
      return `${field.slice(0, end + 1)}${MASK}`;
    })
    .join("&");
}

function pathsTo(written: string, tree: PathNode): number[] {
  const paths = new Set<number>();
  for (const name of readings(written)) {
    const whole = tree.names.get(name);
    for (const path of whole ? endsAt([whole]) : []) paths.add(path);
    for (const path of pathsAlong(stepsIn(name), tree)) paths.add(path);
  }
  return [...paths];
}

/** The name as the parsers of forms and of queries read it, also if its bytes are UTF-8 without percent signs. */
function readings(written: string): Set<string> {
  const names = new Set<string>();
  for (const text of new Set([written, Buffer.from(written, "latin1").toString("utf8")])) {
    for (const [name] of new URLSearchParams(`&${text}`)) names.add(name);
    try {
      names.add(decodeURIComponent(text.replaceAll("+", " ")));
    } catch {
      names.add(text); // a broken escape, which this parser leaves as it is
    }
  }
  return names;
}

function stepsIn(name: string): string[] {
  const open = name.indexOf("[");
  if (open < 0) return [name];
  return [name.slice(0, open), ...Array.from(name.slice(open).matchAll(BRACKETS), ([, step]) => step ?? "")];
}

/** A value inside of a masked object or list is masked with it. */
function pathsAlong(steps: readonly string[], tree: PathNode): number[] {
  let nodes: readonly PathNode[] = [tree];
  for (const step of steps) {
    nodes = nodes.flatMap((node) => nextNodes(node, step));
    const ends = endsAt(nodes);
    if (ends.length > 0) return ends;
  }
  // A field that may come several times is shown as a list: a path to its items means the field.
  return endsAt(nodes.flatMap(({ every, places }) => [every ?? [], ...places.values()].flat()));
}

function nextNodes(node: PathNode, step: string): PathNode[] {
  const named = node.names.get(step) ?? [];
  if (step === "") return [node.every ?? [], ...node.places.values(), named].flat();
  return [named, PLACE.test(step) ? itemsOf([node], Number(step)) : (node.every ?? [])].flat();
}
