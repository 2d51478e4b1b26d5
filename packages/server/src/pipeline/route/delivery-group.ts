/**
 * Which group of its destination's deliveries is an event in?
 *
 * The value at the destination's key, as text, in what will be delivered. Asked once, when the event is made, and
 * kept with it. Without a value, or with one that is a list or an object, an event is in none, which is written as
 * an empty text: so whoever claims events can ask for these as for any other group.
 */
import { DELIVERY_GROUP_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { FILTER_PARTS } from "@posthorn/contract/rules";
import { NO_GROUP } from "../schedule/group-pace.ts";
import type { RequestView } from "./request-view.ts";

export type GroupOf = (view: RequestView) => string;

/** `key` is `body.customer.id`, as the contract lets it through. */
export function groupAt(key: string): GroupOf {
  const [first, ...names] = key.split(".");
  const part = FILTER_PARTS.find((name) => name === first);
  if (!part) return () => NO_GROUP;
  // The names of headers are lower case in every view.
  const path = part === "headers" ? names.map((name) => name.toLowerCase()) : names;
  return (view) => groupText(path.reduce(inside, view.part(part)));
}

function inside(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name]; // checked just above: an own property of an object or a list
}

/** What is too long shares its group with everything that begins alike: more is held back, never less. */
function groupText(value: unknown): string {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return NO_GROUP;
  // Two half characters are one, so that many halves hold the whole of what is kept.
  const head = String(value).slice(0, 2 * DELIVERY_GROUP_MAX_CHARACTERS);
  const characters = Array.from(head.toWellFormed().replaceAll("\0", "\ufffd")); // the database's text has neither
  return characters.slice(0, DELIVERY_GROUP_MAX_CHARACTERS).join("");
}
