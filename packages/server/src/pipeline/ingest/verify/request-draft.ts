/**
 * What does a request look like that we are about to send?
 *
 * Its content is not bytes yet, so that a signature which belongs into the body can still be written there. Nothing
 * changes a draft: writing a value returns another one.
 */
import type { Spot } from "@posthorn/contract/catalogue/recipe";
import { type Reading, readingOf } from "./reading.ts";

/** Null: no body. */
export type DraftContent = { json: unknown } | { form: Readonly<Record<string, string>> } | null;

export interface RequestDraft {
  method: string;
  /** The public address that it goes to. */
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  content: DraftContent;
}

export function bodyOf({ content }: RequestDraft): Buffer {
  if (content === null) return Buffer.alloc(0);
  return Buffer.from(
    "json" in content ? JSON.stringify(content.json) : new URLSearchParams(content.form).toString(),
  );
}

/** Reads a draft as a verifier would read the request. */
export function readingOfDraft(draft: RequestDraft): Reading {
  const { method, url, headers } = draft;
  const query = url.split("?", 2)[1] ?? null;
  return readingOf({
    method,
    path: "/",
    query,
    url,
    headers: headers.flat(),
    body: bodyOf(draft),
    receivedAtMs: 0,
  });
}

/** Adds a value at a spot, behind what is there if that is a list. Null: the request has no such place. */
export function withValue(draft: RequestDraft, spot: Spot, value: string): RequestDraft | null {
  const member = `${spot.field === undefined ? "" : `${spot.field}=`}${spot.prefix ?? ""}${value}`;
  if (spot.header !== undefined) return withHeader(draft, spot, member);
  if (spot.query !== undefined) {
    const { url } = draft;
    const parameter = `${spot.query}=${encodeURIComponent(member)}`;
    return { ...draft, url: `${url}${url.includes("?") ? "&" : "?"}${parameter}` };
  }
  const content = withField(draft.content, spot.body, member);
  return content && { ...draft, content };
}

/**
 * Changes each item of a list in the body, as if the item were the whole body. Null: there is no such list, or an item
 * cannot be changed.
 */
export function withEachItem(
  draft: RequestDraft,
  path: string,
  change: (item: RequestDraft) => RequestDraft | null,
): RequestDraft | null {
  const list = readingOfDraft(draft).field(path);
  if (draft.content === null || !("json" in draft.content) || !Array.isArray(list)) return null;
  const changed = list.map((json: unknown) => change({ ...draft, content: { json } })?.content);
  const items = changed.flatMap((content) => (content && "json" in content ? [content.json] : []));
  if (items.length === 0 || items.length < list.length) return null;
  const json = withMember(draft.content.json, path.split("."), () => items);
  return json === undefined ? null : { ...draft, content: { json } };
}

function withHeader(draft: RequestDraft, { header, separator }: Spot, member: string): RequestDraft {
  const name = header ?? "";
  const at = draft.headers.findIndex(([one]) => one.toLowerCase() === name.toLowerCase());
  const before = draft.headers[at];
  if (!before) return { ...draft, headers: [...draft.headers, [name, member]] };
  const between = separator === "comma or space" ? "," : separator;
  const value = between === undefined ? member : `${before[1]}${between}${member}`;
  return { ...draft, headers: draft.headers.with(at, [before[0], value]) };
}

function withField(content: DraftContent, path: string, value: string): DraftContent {
  if (content === null) return null;
  if ("form" in content) return { form: { ...content.form, [path]: value } };
  const json = withMember(content.json, path.split("."), (before) =>
    typeof before === "number" ? Number(value) : value,
  );
  return json === undefined ? null : { json };
}

/** Undefined: something stands in the way that has no members. */
function withMember(
  json: unknown,
  [name, ...rest]: readonly string[],
  change: (before: unknown) => unknown,
): unknown {
  if (name === undefined) return change(json);
  if (json !== undefined && (typeof json !== "object" || json === null)) return undefined;
  const copy = Array.isArray(json) ? [...json] : { ...json };
  const member = withMember(Reflect.get(copy, name), rest, change);
  return member !== undefined && Reflect.set(copy, name, member) ? copy : undefined;
}
