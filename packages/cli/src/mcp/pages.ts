/**
 * How does a page of a list become an answer?
 *
 * Pure. A row that does not fit any more is left for the next page: the API takes the id of the last one that is shown as
 * a cursor, so nothing is skipped.
 */
import * as z from "zod/mini";
import { type Answer, counted } from "./answer.ts";
import { RESULT_MAX_CHARACTERS } from "./bounded.ts";
import { rowOf } from "./kinds.ts";

export const PAGE_ROWS = 20;
export const PAGE_MAX_ROWS = 100;

const Page = z.object({
  models: z.array(z.unknown()),
  pagination: z.optional(
    z.object({
      next: z.optional(z.nullable(z.string())),
      read_until: z.optional(z.nullable(z.string())),
    }),
  ),
});

export function pageAnswer(reply: unknown, columns: readonly string[], what: string): Answer {
  const { models, pagination } = z.parse(Page, reply);
  const all = models.map((model) => rowOf(columns, model));
  const rows = all.slice(0, fittingRows(all));
  const last = rows.at(-1)?.["id"];
  const isCut = rows.length < all.length;
  const next = isCut ? (typeof last === "string" ? last : null) : pagination?.next;
  const says = [rows.length === 0 ? `No ${what} found.` : `${counted(rows.length, "row")} of the ${what}.`];
  if (pagination?.read_until)
    says.push(
      `The search ran out of time: it has looked back to ${pagination.read_until}. The next page goes on from there.`,
    );
  if (typeof next === "string")
    says.push(`There may be more: call again with cursor ${JSON.stringify(next)}.`);
  else if (isCut) says.push("More rows did not fit: ask for fewer with limit.");
  return { says, data: rows };
}

/** At least one, so that every page leads on. */
function fittingRows(rows: readonly unknown[]): number {
  let left = RESULT_MAX_CHARACTERS * 0.8; // line breaks and indents come on top
  const first = rows.findIndex((row) => {
    left -= JSON.stringify(row, null, 1).length;
    return left < 0;
  });
  return first === -1 ? rows.length : Math.max(1, first);
}
