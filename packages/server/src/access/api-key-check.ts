/**
 * Whose API key is this, without asking the database on every call?
 *
 * Good answers are remembered for a moment, so that a revoked or expired key stops working within two
 * seconds; refusals are not, so that a flood of made-up keys cannot push the real ones out. Calls with the
 * same key that come while the database is being asked share its answer. Only hashes are kept in memory.
 */
import type { Queryable } from "../store/database.ts";
import { findKey, hashOfKey, type KnownKey } from "../store/api-keys.ts";
import { presentedKey } from "./presented-key.ts";

const REMEMBER_MS = 1_500;
const MOST_REMEMBERED = 1_000;

export type ApiKeyCheck = (key: string) => Promise<KnownKey | null>;

/** The same question about an Authorization header; also null when there is no key in it. */
export function createAuthorizationCheck(checkKey: ApiKeyCheck): ApiKeyCheck {
  return async (authorization) => {
    const key = presentedKey(authorization);
    return key === null ? null : checkKey(key);
  };
}

/** `now` is a monotonic clock in milliseconds. */
export function createApiKeyCheck(db: Queryable, now: () => number = () => performance.now()): ApiKeyCheck {
  const remembered = new Map<string, { key: KnownKey; until: number }>();
  const asking = new Map<string, Promise<KnownKey | null>>();

  async function ask(name: string, hash: Buffer): Promise<KnownKey | null> {
    const until = now() + REMEMBER_MS; // counted from before the question, not from the answer
    const key = await findKey(db, hash);
    remembered.delete(name);
    if (key === null) return null;
    const [oldest] = remembered.keys();
    if (remembered.size >= MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    remembered.set(name, { key, until });
    return key;
  }

  return async (presented) => {
    const hash = hashOfKey(presented);
    const name = hash.toString("base64");
    const known = remembered.get(name);
    if (known && known.until > now()) return known.key;

    const shared = asking.get(name);
    if (shared) return shared;
    const answer = ask(name, hash).finally(() => asking.delete(name));
    asking.set(name, answer);
    return answer;
  };
}
