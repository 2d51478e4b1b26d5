/**
 * Which group of its destination's deliveries does an event belong to?
 *
 * The group is the value at the destination's key, as text, in what will be delivered. It is determined once, when
 * the event is created, and stored with it. Without a value, or if the value is a list or an object, the event has
 * no group. That is stored as an empty text, so that a claim can ask for these events like for any other group.
 */
import { DELIVERY_GROUP_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { FILTER_PARTS } from "@posthorn/contract/rules";
import { NO_GROUP } from "../schedule/group-pace.ts";
import type { RequestView } from "./request-view.ts";

export type GroupOf = (view: RequestView) => string;

/** `key` is in the contract's form, such as `body.customer.id`. */
export function groupAt(key: string): GroupOf {
  const [first, ...names] = key.split(".");
  const part = FILTER_PARTS.find((name) => name === first);
  if (!part) return () => NO_GROUP;
  // Every view has header names in lower case.
  const path = part === "headers" ? names.map((name) => name.toLowerCase()) : names;
  return (view) => groupText(path.reduce(inside, view.part(part)));
}

function inside(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name]; // the line above checks that it is an own property
}

/** Values that are too long and begin alike share a group: deliveries are then held back more, never less. */
function groupText(value: unknown): string {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return NO_GROUP;
  // Two UTF-16 units may be one character, so twice the limit always contains enough characters.
  const head = String(value).slice(0, 2 * DELIVERY_GROUP_MAX_CHARACTERS);
  const characters = Array.from(head.toWellFormed().replaceAll("\0", "\ufffd")); // PostgreSQL's text can hold neither
  return characters.slice(0, DELIVERY_GROUP_MAX_CHARACTERS).join("");
}
