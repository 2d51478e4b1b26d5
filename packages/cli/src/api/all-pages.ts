/**
 * How does the client read a list that has more than one page?
 *
 * Page by page to the end, in the order that the caller asks for. `most` ends a list that nobody would read.
 */
import type { Endpoint, QueryOf, ReplyOf } from "@posthorn/contract/endpoint";
import { LIST_MAX_LIMIT } from "@posthorn/contract/limits";
import type { Client } from "./client.ts";

interface Page<Model> {
  models: Model[];
  pagination: { next?: string | undefined };
}
type ListOf<E> = ReplyOf<E> extends Page<infer Model> ? Model : never;

export interface Pages<Model> {
  models: Model[];
  /** The list goes on after `most`. */
  hasMore: boolean;
}

export async function allPages<E extends Endpoint>(
  client: Client,
  endpoint: E,
  {
    query,
    most = Infinity,
    ...call
  }: { params?: Record<string, string>; query: object; most?: number; signal?: AbortSignal },
): Promise<Pages<ListOf<E>>> {
  const models: ListOf<E>[] = [];
  let next: string | undefined;
  do {
    // Safe: every list has these parameters beside its own, which the caller has typed.
    const asked = { ...query, limit: LIST_MAX_LIMIT, ...(next !== undefined && { next }) } as QueryOf<E>;
    // Safe: the endpoint is a list, or ListOf is never and no caller can use what it gets.
    const page = (await client.call(endpoint, { ...call, query: asked })) as Page<ListOf<E>>;
    models.push(...page.models);
    ({ next } = page.pagination);
  } while (next !== undefined && models.length < most);
  return { models: models.slice(0, most), hasMore: next !== undefined || models.length > most };
}
