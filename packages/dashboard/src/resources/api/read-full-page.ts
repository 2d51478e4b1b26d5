/**
 * How is a page of a list read until it is full?
 *
 * The server reads for a short time only. If few rows match, its answer ends before the page is full and says how far it
 * has looked. This asks on from there, until the page is full or the list ends. The first time, rows are shown as they are
 * found, and a person can stop; later the old rows stay until the whole page has been read again.
 *
 * What the screen shows is the data of the query itself, so stopping is a change of that data.
 */
import { LIST_DEFAULT_LIMIT } from "@posthorn/contract/limits";
import type { QueryClient, QueryFunctionContext, QueryKey } from "@tanstack/react-query";
import type { PageCursor } from "../../ui/list/list-url.ts";

/** What every answer of such a list has. */
interface Answer {
  models: unknown[];
  pagination: PageCursor & { read_until?: string | undefined };
}

/** How a page was read, beside its rows. */
export interface Reading {
  /** How many answers it took. */
  answers: number;
  /** Rows are still being looked for. */
  isReading?: boolean;
  /** A person stopped it before the page was full. */
  isStopped?: boolean;
}

interface Asked extends PageCursor {
  limit: number;
}

export async function readFullPage<Reply extends Answer>(
  { client, queryKey }: Pick<QueryFunctionContext, "client" | "queryKey">,
  { next, prev }: PageCursor,
  ask: (asked: Asked) => Promise<Reply>,
): Promise<Reply & Reading> {
  type Page = Reply & Reading;
  const before = client.getQueryData<Page>(queryKey);
  const goesBack = next === undefined && prev !== undefined;
  // Rows that are found on the way back stand above those on screen, and would move them.
  const isShown = !goesBack && (before === undefined || before.isReading === true);
  const mostAnswers = before?.isStopped === true ? before.answers : Number.POSITIVE_INFINITY;
  let page: Page = { ...(await ask({ next, prev, limit: LIST_DEFAULT_LIMIT })), answers: 1 };
  for (;;) {
    const onward = goesBack ? { prev: page.pagination.prev } : { next: page.pagination.next };
    const missing = LIST_DEFAULT_LIMIT - page.models.length;
    if (page.pagination.read_until === undefined || missing <= 0) return page;
    if (page.answers >= mostAnswers) return { ...page, isStopped: true };
    if (isShown) client.setQueryData<Page>(queryKey, { ...page, isReading: true });
    const more = await ask({ ...onward, limit: missing });
    if (isShown && client.getQueryData<Page>(queryKey)?.isReading !== true)
      return { ...page, isStopped: true };
    page = { ...joined(page, more, goesBack), answers: page.answers + 1 };
  }
}

/** The next page begins where the last answer ended; the page before ends where the first one began. */
function joined<Reply extends Answer>(page: Reply, more: Reply, goesBack: boolean): Reply {
  const [first, last] = goesBack ? [more, page] : [page, more];
  const { next: _next, prev: _prev, ...rest } = more.pagination;
  const cursors = { next: last.pagination.next, prev: first.pagination.prev };
  const known = Object.entries(cursors).filter(([, cursor]) => cursor !== undefined);
  const models = [...first.models, ...last.models];
  return { ...page, count: models.length, models, pagination: { ...rest, ...Object.fromEntries(known) } };
}

export function stopReading(client: QueryClient, queryKey: QueryKey): void {
  client.setQueryData<Reading>(queryKey, (page) => page && { ...page, isReading: false });
}

/** A page that took several answers is read less often, so that a list costs about the same whatever it shows. */
const SLOWEST = 12;

export function timesSlower(page: Reading | undefined): number {
  return Math.min(page?.answers ?? 1, SLOWEST);
}
