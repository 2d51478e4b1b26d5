/**
 * In which parts does what two sets of rules deliver differ?
 *
 * Pure. Compares bytes, and shows text: contents that are too long for a person to compare are left out.
 */
import type { TrialChange, TrialContent } from "@posthorn/contract/rules-trial";
import { FILTER_PARTS, type FilterPart } from "@posthorn/contract/rules";
import { headersView } from "../headers-view.ts";
import type { ReceivedPayload } from "../received-payload.ts";

export interface Delivered {
  payload: ReceivedPayload;
  /** The body without its content coding. */
  content: Uint8Array | null;
}

/** The characters of both contents together that one change may show. */
const CONTENTS_MAX_CHARACTERS = 128 * 1024;

/** Null when both are the same. `roomLeft` is the number of characters that may still be shown. */
export function changeBetween(
  from: TrialChange["from"],
  before: Delivered,
  after: Delivered,
  roomLeft: number,
): TrialChange | null {
  const [was, is] = [before, after].map(({ payload }) => headersView(payload.headers));
  const differs: Record<FilterPart, boolean> = {
    headers: JSON.stringify(sorted(was)) !== JSON.stringify(sorted(is)),
    path: before.payload.path !== after.payload.path,
    query: (before.payload.query ?? "") !== (after.payload.query ?? ""),
    body: Buffer.compare(before.content ?? EMPTY, after.content ?? EMPTY) !== 0,
  };
  const parts = FILTER_PARTS.filter((part) => differs[part]);
  if (parts.length === 0) return null;
  const bytes = (before.content?.length ?? 0) + (after.content?.length ?? 0);
  if (bytes > Math.min(CONTENTS_MAX_CHARACTERS, roomLeft)) return { from, parts, contents: null };
  return { from, parts, contents: { before: shown(before, was), after: shown(after, is) } };
}

const EMPTY = Buffer.alloc(0);

/** Code may return headers in another order, which means nothing. */
function sorted(headers: Record<string, string> = {}): [string, string][] {
  return Object.entries(headers).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function shown({ payload, content }: Delivered, headers: Record<string, string> = {}): TrialContent {
  const { path, query } = payload;
  return { headers, path, query, body: content === null ? "" : Buffer.from(content).toString("utf8") };
}

/** How much of the room for all changes of a trial this one takes. */
export function charactersOf({ contents }: TrialChange): number {
  if (contents === null) return 0;
  return [contents.before, contents.after].reduce((sum, { body, headers }) => {
    return sum + body.length + JSON.stringify(headers).length;
  }, 0);
}
