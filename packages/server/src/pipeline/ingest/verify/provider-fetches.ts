/**
 * What do providers publish for those who check their signatures?
 *
 * Everything that a verifier fetches goes through here: public keys, the OAuth tokens that some of them need, and
 * confirmations. `textAt` is the guarded dialer's (`outbound/text-at.ts`).
 */
import { createHash } from "node:crypto";
import type { FetchedKey, Spot } from "@posthorn/contract/catalogue/recipe";
import { type Fetched, type Room, createFetchCache } from "./fetch-cache.ts";
import { type PublishedKeys, publishedKeysIn } from "./published-keys.ts";
import { failedAt } from "./reading.ts";
import type { Failed } from "./verification.ts";

/** A token is renewed before it expires. */
const TOKEN_SPARE_MS = 60_000;
const TOKEN_MOST_MS = 60 * 60 * 1000;

export interface OAuthClient {
  url: string;
  scope: string;
  client_id: string;
  client_secret: string;
}

export interface KeyRequest {
  url: string;
  form: FetchedKey["form"];
  room: Room;
  bearer?: string;
  oauth?: OAuthClient;
  /** What is older than this is fetched again. */
  maxAgeMs?: number;
}

export interface ProviderFetches {
  /** Null: they cannot be had now. */
  keys: (request: KeyRequest) => PublishedKeys | null | Promise<PublishedKeys | null>;
  /** Returns whether the provider took the confirmation. */
  confirm: (url: string, room: Room) => Promise<boolean>;
  /** Nothing is ever fetched. */
  areOff?: true;
}

/** The operator has turned fetches off: a scheme that needs one lets nothing pass. */
export const NO_FETCHES: ProviderFetches = {
  keys: () => null,
  confirm: () => Promise.resolve(false),
  areOff: true,
};

/** The failure of a request whose key, or whose confirmation, cannot be fetched. `spot` has what named the address. */
export function unavailable({ areOff }: ProviderFetches, spot: Spot): Failed {
  const { result, failure } = failedAt("KEY_UNAVAILABLE", spot);
  return { result, failure: areOff ? { ...failure, fetches_off: true } : failure };
}

export interface ProviderFetchesDeps {
  /** Null: there is no text, or it did not come in time. */
  textAt: (request: { url: string; headers?: string[]; body?: string }) => Promise<string | null>;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
}

export function createProviderFetches({
  textAt,
  now = () => performance.now(),
}: ProviderFetchesDeps): ProviderFetches {
  const keys = createFetchCache<PublishedKeys>(now);
  const tokens = createFetchCache<string>(now);
  const confirmed = createFetchCache<true>(now);

  function tokenOf({ url, scope, client_id, client_secret }: OAuthClient, room: Room) {
    const basic = Buffer.from(`${client_id}:${client_secret}`).toString("base64");
    return tokens.get({
      name: nameOf(url, basic),
      room,
      async load() {
        const text = await textAt({
          url,
          headers: ["content-type", "application/x-www-form-urlencoded", "authorization", `Basic ${basic}`],
          body: new URLSearchParams({ grant_type: "client_credentials", scope }).toString(),
        });
        return text === null ? null : tokenIn(text);
      },
    });
  }

  async function keysAt({ url, form, room, bearer, oauth }: KeyRequest): Promise<Fetched<PublishedKeys>> {
    const token = oauth ? await tokenOf(oauth, room) : bearer;
    if (token === null) return null;
    const text = await textAt({
      url,
      headers: token === undefined ? [] : ["authorization", `Bearer ${token}`],
    });
    const value = text === null ? null : publishedKeysIn(text, form);
    return value && { value };
  }

  return {
    keys: ({ maxAgeMs, ...request }) =>
      keys.get({
        // Sources with other credentials have other answers.
        name: nameOf(
          request.url,
          request.bearer ?? "",
          request.oauth?.client_id ?? "",
          request.oauth?.client_secret ?? "",
        ),
        room: request.room,
        load: () => keysAt(request),
        ...(maxAgeMs !== undefined && { maxAgeMs }),
      }),
    async confirm(url, room) {
      const load = async () => ((await textAt({ url })) === null ? null : { value: true as const });
      return (await confirmed.get({ name: url, room, load })) ?? false;
    },
  };
}

/** A digest, so that no credential stays in memory as the name of an answer. */
function nameOf(...parts: string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64");
}

function tokenIn(text: string): Fetched<string> {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json !== "object" || json === null) return null;
    const value: unknown = Reflect.get(json, "access_token");
    const seconds = Number(Reflect.get(json, "expires_in"));
    if (typeof value !== "string" || !/^[\x21-\x7e]{1,8192}$/.test(value)) return null;
    const keptMs = Math.min(seconds * 1000 - TOKEN_SPARE_MS, TOKEN_MOST_MS);
    return { value, keptMs: keptMs > 0 ? keptMs : 0 };
  } catch {
    return null; // not JSON
  }
}
