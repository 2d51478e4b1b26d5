/**
 * How is everything read that a configuration file can hold?
 *
 * Page by page, and the secrets one by one, because lists have none. A key that may not read secrets may still compare the
 * rest.
 */
import { listConnections } from "@posthorn/contract/connections";
import { getDestination, listDestinations } from "@posthorn/contract/destinations";
import { listIssueTriggers } from "@posthorn/contract/issue-triggers";
import { LIST_MAX_LIMIT } from "@posthorn/contract/limits";
import { getSource, listSources } from "@posthorn/contract/sources";
import { listTransformations } from "@posthorn/contract/transformations";
import type { Client } from "../api/client.ts";
import { Failure } from "../failure.ts";
import type { Auth } from "./configuration.ts";
import { type Present, hasAuth, presentOf } from "./present.ts";

/** Calls at once for secrets; a server answers them in a few milliseconds each. */
const CALLS_AT_ONCE = 8;

type Page<Model> = { models: Model[]; pagination: { next?: string | undefined } };

export async function readProject(client: Pick<Client, "call">): Promise<Present> {
  const limit = LIST_MAX_LIMIT;
  // Lists leave out what is disabled.
  const all = { limit, disabled: true };
  const sources = await allOf((next) => client.call(listSources, { query: { ...all, ...next } }));
  const destinations = await allOf((next) => client.call(listDestinations, { query: { ...all, ...next } }));
  const auths = new Map<string, Auth>();
  let mayRead = true;
  const readAuth = async (id: string, read: () => Promise<{ config: { auth?: Auth | undefined } }>) => {
    if (!mayRead) return;
    try {
      auths.set(id, (await read()).config.auth ?? null);
    } catch (error) {
      if (!(error instanceof Failure) || error.exit !== "refused") throw error;
      mayRead = false;
    }
  };
  const query = { include: "config.auth" } as const;
  await severalAtOnce([
    ...sources
      .filter((source) => hasAuth("source", source))
      .map(
        ({ id }) =>
          () =>
            readAuth(id, () => client.call(getSource, { params: { id }, query })),
      ),
    ...destinations
      .filter((destination) => hasAuth("destination", destination))
      .map(
        ({ id }) =>
          () =>
            readAuth(id, () => client.call(getDestination, { params: { id }, query })),
      ),
  ]);
  return presentOf({
    sources,
    destinations,
    auths,
    transformations: await allOf((next) => client.call(listTransformations, { query: { limit, ...next } })),
    connections: await allOf((next) => client.call(listConnections, { query: { ...all, ...next } })),
    issueTriggers: await allOf((next) => client.call(listIssueTriggers, { query: { limit, ...next } })),
  });
}

async function allOf<Model>(read: (next: { next?: string }) => Promise<Page<Model>>): Promise<Model[]> {
  const models: Model[] = [];
  let next: { next?: string } | null = {};
  while (next !== null) {
    const page: Page<Model> = await read(next);
    models.push(...page.models);
    next = page.pagination.next === undefined ? null : { next: page.pagination.next };
  }
  return models;
}

async function severalAtOnce(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const left = tasks.values();
  await Promise.all(
    Array.from({ length: CALLS_AT_ONCE }, async () => {
      for (const task of left) await task();
    }),
  );
}
