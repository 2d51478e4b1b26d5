/**
 * Which token proves a delivery whose destination requires one?
 *
 * Tokens are kept in memory per destination and credentials until shortly before they expire. One fetch at a
 * time serves all deliveries that wait for it. When a destination answers 401 its token is dropped, so the
 * next attempt fetches a new one. A fetch always gets the usual deadline, even if the attempt waits less: an
 * aborted fetch may have spent a refresh token without reading its replacement, and a late token still serves
 * the next attempt. Authorization servers are reached through the dialer, like everything else. Redirects are
 * not followed, because a redirect must not carry credentials away.
 */
import { ATTEMPT_DEADLINE_MS } from "@posthorn/contract/limits";
import type { Dialer } from "../../../outbound/dialer.ts";
import type { Log } from "../../../log.ts";
import type { Queryable } from "../../../store/database.ts";
import {
  type DestinationKey,
  readDestinationAuth,
  replaceDestinationAuth,
} from "../../../store/destinations.ts";
import type { Sealer } from "../../../store/seal.ts";
import { failureCode } from "../failure-code.ts";
import { type Grant, type GrantAuth, grantOf, readAuth } from "./authentication.ts";
import { serviceAccountRequest } from "./gcp-service-account.ts";
import { type TokenRequest, clientCredentialsRequest, refreshTokenRequest } from "./oauth2.ts";
import { type GivenToken, readTokenAnswer } from "./token-answer.ts";

const ANSWER_MAX_BYTES = 65_536;
const CACHED_MAX = 1_000;

export interface TokensDeps {
  dialer: Dialer;
  db: Queryable;
  sealer: Pick<Sealer, "open" | "seal">;
  log: Log;
}

export interface Tokens {
  /** Returns null when the server gave no token within `withinMs`. */
  tokenFor: (grant: Grant, withinMs: number) => Promise<string | null>;
  /** Called when the destination refused the token. */
  drop: (grant: Grant, token: string) => void;
}

interface CachedToken {
  token: string;
  /** By the monotonic clock. */
  untilMs: number;
}

type RefreshGrant = Extract<GrantAuth, { auth_type: "OAUTH2_AUTHORIZATION_CODE" }>;

/** `reason` is for the log and contains nothing that the authorization server wrote. */
type Fetched = { given: GivenToken } | { reason: string };

export function createTokens({ dialer, db, sealer, log }: TokensDeps): Tokens {
  const cached = new Map<string, CachedToken>();
  const fetching = new Map<string, Promise<string | null>>();
  /** Replacement refresh tokens that could not be stored yet, by destination. */
  const unsaved = new Map<string, { from: Buffer; auth: RefreshGrant }>();

  function keep(key: string, { access_token, usableForMs }: GivenToken): void {
    cached.delete(key);
    const oldest = cached.size >= CACHED_MAX ? cached.keys().next().value : undefined;
    if (oldest !== undefined) cached.delete(oldest);
    cached.set(key, { token: access_token, untilMs: performance.now() + usableForMs });
  }

  async function ask(request: TokenRequest): Promise<Fetched> {
    const url = new URL(request.url);
    const headers = ["accept", "application/json", "content-type", "application/x-www-form-urlencoded"];
    if (request.authorization) headers.push("authorization", request.authorization);
    const exchange = await dialer.exchange({
      origin: url.origin,
      path: url.pathname + url.search,
      method: "POST",
      headers,
      credentialHeaders: [],
      body: Buffer.from(new URLSearchParams(request.form).toString()),
      deadlineMs: ATTEMPT_DEADLINE_MS,
      bodyMaxBytes: ANSWER_MAX_BYTES,
      maxRedirects: null,
    });
    if ("failure" in exchange) return { reason: failureCode(exchange.failure) };
    const { status, body } = exchange.response;
    const given = status >= 200 && status < 300 ? readTokenAnswer(body) : null;
    return given ? { given } : { reason: `status ${status}` };
  }

  /**
   * Uses the valid refresh token, and stores its replacement. If the store is down it asks for
   * nothing: a replacement that cannot be stored would lock us out.
   */
  async function refreshed({ destination }: Grant): Promise<Fetched> {
    const waiting = unsaved.get(destination.id);
    const kept = await readDestinationAuth(db, destination).catch(() => waiting?.from ?? null);
    const isWaiting = waiting !== undefined && kept !== null && waiting.from.equals(kept);
    if (!isWaiting) unsaved.delete(destination.id); // a person has written other credentials since
    const auth = isWaiting ? waiting.auth : openedRefreshGrant(destination, kept);
    if (!kept || !auth) return { reason: "the credentials cannot be read" };
    const fetched = await ask(refreshTokenRequest(auth.auth));
    if (!("given" in fetched)) return fetched;
    const refresh_token = fetched.given.refresh_token ?? auth.auth.refresh_token;
    if (refresh_token === auth.auth.refresh_token && !isWaiting) return fetched;
    const next = { ...auth, auth: { ...auth.auth, refresh_token } };
    await store(destination, kept, next);
    keep(grantOf(destination, next).key, fetched.given); // routing will read these credentials soon
    return fetched;
  }

  /** Returns null when the destination has changed to another method. */
  function openedRefreshGrant(destination: DestinationKey, sealed: Buffer | null): RefreshGrant | null {
    if (!sealed) return null;
    const json = sealer.open(sealed, "destinations.auth", destination);
    const opened = readAuth("OAUTH2_AUTHORIZATION_CODE", json);
    const isOne = opened.auth_type === "OAUTH2_AUTHORIZATION_CODE" && "refresh_token" in opened.auth;
    return isOne ? opened : null;
  }

  async function store(destination: DestinationKey, from: Buffer, auth: RefreshGrant): Promise<void> {
    unsaved.set(destination.id, { from, auth });
    try {
      const to = sealer.seal(JSON.stringify(auth.auth), "destinations.auth", destination);
      await replaceDestinationAuth(db, destination, { from, to });
      unsaved.delete(destination.id);
    } catch (error) {
      // Used from memory until it can be stored: the one in the database is spent.
      log.warn("token.refresh_not_stored", { error, destination: destination.id });
    }
  }

  async function fetchToken(grant: Grant): Promise<string | null> {
    const { auth, destination } = grant;
    let fetched: Fetched;
    if (auth.auth_type === "OAUTH2_AUTHORIZATION_CODE") {
      fetched = await refreshed(grant);
    } else {
      const request =
        auth.auth_type === "GCP_SERVICE_ACCOUNT"
          ? serviceAccountRequest(auth.auth, Date.now())
          : clientCredentialsRequest(auth.auth);
      fetched = request ? await ask(request) : { reason: "the key file cannot be read" };
    }
    if ("given" in fetched) {
      keep(grant.key, fetched.given);
      return fetched.given.access_token;
    }
    log.warn("token.refused", {
      destination: destination.id,
      method: auth.auth_type,
      reason: fetched.reason,
    });
    return null;
  }

  function beginFetch(grant: Grant): Promise<string | null> {
    const fetch = fetchToken(grant).finally(() => fetching.delete(grant.key));
    fetching.set(grant.key, fetch);
    return fetch;
  }

  return {
    async tokenFor(grant, withinMs) {
      const known = cached.get(grant.key);
      if (known && performance.now() < known.untilMs) return known.token;
      return within(withinMs, fetching.get(grant.key) ?? beginFetch(grant));
    },
    drop({ key }, token) {
      if (cached.get(key)?.token === token) cached.delete(key);
    },
  };
}

/** Returns null when it takes longer. */
async function within<Value>(limitMs: number, work: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), limitMs)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
