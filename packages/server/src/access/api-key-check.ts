/**
 * Whose API key is this, without a query on every call?
 *
 * Valid keys are remembered for a moment, so a revoked or expired key stops working within two seconds.
 * Refusals are not remembered, so a flood of made-up keys cannot push the real ones out. Concurrent calls
 * with the same key share one query. Memory holds only hashes. Code that ends or changes keys, or deletes their
 * project, calls `forgetKeysOf`: in this process the change counts at once.
 */
import { mayUse } from "@posthorn/contract/roles";
import type { Queryable } from "../store/database.ts";
import { findKey, hashOfKey, type KnownKey } from "../store/api-keys.ts";

import { presentedKey } from "./presented-key.ts";

const REMEMBER_MS = 1_500;
const MOST_REMEMBERED = 1_000;

export type ApiKeyCheck = (key: string) => Promise<KnownKey | null>;

/** A key check with a memory that can be cleared. */
export type RememberingKeyCheck = ApiKeyCheck & { forgetKeysOf: (team_id: string) => void };

/** A program that sends requests to the sources of its project with an API key. */
export interface Publisher {
  project: string;
  /** A viewer's key may only read. */
  mayPublish: boolean;
}

/** Who publishes with this Authorization header? Returns null when there is no valid key in it. */
export function createPublisherCheck(
  checkKey: ApiKeyCheck,
): (authorization: string) => Promise<Publisher | null> {
  return async (authorization) => {
    const presented = presentedKey(authorization);
    const key = presented === null ? null : await checkKey(presented);
    return (
      key && { project: key.team_id, mayPublish: mayUse("send", { role: key.role, organization_role: null }) }
    );
  };
}

/** `now` is a monotonic clock in milliseconds. */
export function createApiKeyCheck(
  db: Queryable,
  now: () => number = () => performance.now(),
): RememberingKeyCheck {
  const remembered = new Map<string, { key: KnownKey; until: number }>();
  const asking = new Map<string, Promise<KnownKey | null>>();
  let timesForgotten = 0;

  async function ask(name: string, hash: Buffer): Promise<KnownKey | null> {
    const until = now() + REMEMBER_MS; // counted from before the query, not from its answer
    const before = timesForgotten;
    const key = await findKey(db, hash);
    remembered.delete(name);
    if (key === null || timesForgotten > before) return key; // the answer may be older than the last forgetKeysOf
    const [oldest] = remembered.keys();
    if (remembered.size >= MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    remembered.set(name, { key, until });
    return key;
  }

  async function check(presented: string): Promise<KnownKey | null> {
    const hash = hashOfKey(presented);
    const name = hash.toString("base64");
    const known = remembered.get(name);
    if (known && known.until > now()) return known.key;

    const shared = asking.get(name);
    if (shared) return shared;
    const answer = ask(name, hash).finally(() => asking.delete(name));
    asking.set(name, answer);
    return answer;
  }

  function forgetKeysOf(team_id: string): void {
    timesForgotten++;
    asking.clear(); // calls from now on run a new query
    for (const [name, { key }] of remembered) if (key.team_id === team_id) remembered.delete(name);
  }

  return Object.assign(check, { forgetKeysOf });
}
