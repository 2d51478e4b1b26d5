/**
 * How do headers, queries, paths and addresses look without the identifier of a person?
 *
 * Pure. The smallest part that contains it becomes the mark: a value, a name, a part of a path. If the whole still contains it,
 * because it spans several parts, the whole becomes the mark: nothing of it may be left.
 */
import { REDACTED } from "@posthorn/contract/redaction";
import type { Finder } from "./finder.ts";

const FIELD_MASK = encodeURIComponent(REDACTED);

export interface ErasedText {
  text: string;
  count: number;
}

const whole = (text: string): ErasedText => ({ text, count: 1 });

/** For a query, and for the body of a form. */
export function eraseFields(text: string, finder: Finder): ErasedText {
  if (!finder.isIn(text)) return { text, count: 0 };
  let count = 0;
  const mark = (part: string): string => {
    if (!finder.isIn(part)) return part;
    count++;
    return FIELD_MASK;
  };
  const erased = text
    .split("&")
    .map((field) => {
      const end = field.indexOf("=");
      return end < 0 ? mark(field) : `${mark(field.slice(0, end))}=${mark(field.slice(end + 1))}`;
    })
    .join("&");
  return finder.isIn(erased) ? whole(FIELD_MASK) : { text: erased, count };
}

export function erasePath(path: string, finder: Finder): ErasedText {
  if (!finder.isIn(path)) return { text: path, count: 0 };
  let count = 0;
  const erased = path
    .split("/")
    .map((part) => {
      if (!finder.isIn(part)) return part;
      count++;
      return FIELD_MASK;
    })
    .join("/");
  return finder.isIn(erased) ? whole(`/${FIELD_MASK}`) : { text: erased, count };
}

/** An address to which an attempt was sent. */
export function eraseUrl(url: string, finder: Finder): ErasedText {
  if (!finder.isIn(url)) return { text: url, count: 0 };
  const [, origin = "", path = "", query] =
    /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)([^?]*)(?:\?(.*))?$/is.exec(url) ?? [];
  if (origin === "" || finder.isIn(origin)) return whole(REDACTED);
  const erasedPath = erasePath(path, finder);
  const erasedQuery = query === undefined ? null : eraseFields(query, finder);
  const text = origin + erasedPath.text + (erasedQuery === null ? "" : `?${erasedQuery.text}`);
  return finder.isIn(text) ? whole(REDACTED) : { text, count: erasedPath.count + (erasedQuery?.count ?? 0) };
}

/** Without them nobody could read the body, or a loop of deliveries would never end. They hold no data of people. */
const KEPT_HEADERS = new Set(["content-encoding", "transfer-encoding", "x-posthorn-hops"]);

export interface ErasedHeaders {
  headers: readonly string[];
  count: number;
}

/** Names and values in turn. The length of a body that was erased is another one anyway. */
export function eraseHeaders(headers: readonly string[], finder: Finder): ErasedHeaders {
  let count = 0;
  const erased = headers.flatMap((name, at) => {
    if (at % 2 === 1) return [];
    const value = headers[at + 1] ?? "";
    const isNamed = finder.isIn(name);
    if (!isNamed && !finder.isIn(value)) return [name, value];
    const small = name.toLowerCase();
    if (KEPT_HEADERS.has(small)) return [name, value];
    count++;
    if (small === "content-length") return [];
    if (small === "content-type") return [name, "application/octet-stream"];
    return [isNamed ? "x-redacted" : name, REDACTED];
  });
  return { headers: count === 0 ? headers : erased, count };
}
