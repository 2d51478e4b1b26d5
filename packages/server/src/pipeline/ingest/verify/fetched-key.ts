/**
 * Which key of the provider checks this request?
 *
 * Compiles a fetched key of the catalogue with the fields of a source. The address comes from the recipe alone, or the
 * request names it and the recipe allows it. A sender chooses at most the id of a key, in letters, digits, `_` and `-`.
 */
import type { KeyObject } from "node:crypto";
import type { FetchedKey, Spot } from "@posthorn/contract/catalogue/recipe";
import type { Room } from "./fetch-cache.ts";
import { followedBy } from "./followed-by.ts";
import { type KeyRequest, type ProviderFetches, unavailable } from "./provider-fetches.ts";
import type { PublishedKeys } from "./published-keys.ts";
import { type Reading, failedAt, valueAt } from "./reading.ts";
import type { Auth } from "./template.ts";
import type { Failed } from "./verification.ts";

const KEY_ID = /^[A-Za-z0-9_-]{1,128}$/;
/** How soon a set is fetched again for a key that it does not have: the provider may have a new one. */
const SET_AGAIN_AFTER_MS = 30_000;

/** `kid` names a key of a set. */
export type FindKey = (reading: Reading, kid?: string) => KeyObject | Failed | Promise<KeyObject | Failed>;

/**
 * `proof` is where the signature stands. Returns null if the recipe is not for this source, or the source lacks a field
 * that it needs.
 */
export function keyFinder(
  key: FetchedKey,
  auth: Auth,
  proof: Spot,
  fetches: ProviderFetches,
): FindKey | null {
  if (key.environment !== undefined && key.environment !== auth["environment"]) return null;
  const credentials = credentialsOf(key, auth);
  if (credentials === null) return null;
  const room: Room = { used: 0 };
  const spot = key.url_at ?? key.key_id ?? proof;

  return (reading, named) => {
    const id = named ?? keyIdOf(key, reading);
    if (typeof id !== "string") return id;
    const url = addressOf(key, reading, id);
    if (typeof url !== "string") return url;
    const kid = key.form === "jwks" ? id : "";
    const request: KeyRequest = { url, form: key.form, room, ...credentials };
    const pick = (keys: PublishedKeys | null): KeyObject | Failed | null => {
      const { receivedAtMs } = reading.evidence;
      if (keys === null || receivedAtMs < keys.fromMs || receivedAtMs > keys.untilMs)
        return unavailable(fetches, spot);
      return keys.byId.get(kid) ?? null;
    };
    return followedBy(
      followedBy(fetches.keys(request), pick),
      (found) =>
        found ??
        followedBy(
          followedBy(fetches.keys({ ...request, maxAgeMs: SET_AGAIN_AFTER_MS }), pick),
          (newer) => newer ?? failedAt("DIFFERS", proof),
        ),
    );
  };
}

function credentialsOf(
  { bearer, oauth }: FetchedKey,
  auth: Auth,
): Pick<KeyRequest, "bearer" | "oauth"> | null {
  if (oauth) {
    const { client_id = "", client_secret = "" } = auth;
    return client_id === "" || client_secret === ""
      ? null
      : { oauth: { ...oauth, client_id, client_secret } };
  }
  if (bearer === undefined) return {};
  const token = auth[bearer] ?? "";
  // HTTP can carry no other.
  return /^[\x21-\x7e]+$/.test(token) ? { bearer: token } : null;
}

/** Empty if the request names none. */
function keyIdOf(key: FetchedKey, reading: Reading): string | Failed {
  if (key.url_at !== undefined || key.key_id === undefined) return "";
  const { key_id } = key;
  const id = valueAt(reading, key_id);
  if (typeof id !== "string") return id;
  return KEY_ID.test(id) ? id : failedAt("MALFORMED", key_id);
}

function addressOf(key: FetchedKey, reading: Reading, id: string): string | Failed {
  if (key.url_at === undefined) return key.url.replace("{key-id}", id);
  const url = valueAt(reading, key.url_at);
  if (typeof url !== "string") return url;
  return key.allowed.test(url) ? url : failedAt("MALFORMED", key.url_at);
}
