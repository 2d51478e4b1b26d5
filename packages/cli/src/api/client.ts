/**
 * How does the client call the server?
 *
 * Typed by the endpoints of the contract. Every refusal and every silence becomes a Failure with what a person can do; a
 * caller gets a parsed reply or nothing.
 */
import {
  API_VERSION,
  type BodyOf,
  DASHBOARD_API_PREFIX,
  type Endpoint,
  type QueryOf,
  type ReplyOf,
} from "@posthorn/contract/endpoint";
import { ErrorReply } from "@posthorn/contract/errors";
import * as z from "zod/mini";
import { CLI_DEVICE_HEADER } from "@posthorn/contract/cli-sessions";
import { Failure } from "../failure.ts";
import type { Machine } from "../machine.ts";
import type { Settings } from "../settings/settings.ts";
import { VERSION } from "../version.ts";
import { type Refused, refusalOf, unreachable } from "./refusals.ts";
import { queryString } from "./query-string.ts";

/** Longer than any call of ours takes; it ends one that hangs. */
const CALL_WITHIN_MS = 60_000;

export interface Call<E extends Endpoint = Endpoint> {
  params?: Readonly<Record<string, string>>;
  query?: QueryOf<E>;
  body?: BodyOf<E>;
  /** Instead of the key of the settings. */
  key?: string;
  /** Ends the call before its answer. */
  signal?: AbortSignal;
  /** The `updated_at` that the caller has read: nothing is saved if somebody else has edited the thing since. */
  ifMatch?: string;
}

export interface Client {
  /**
   * A reply that the endpoint's schema allows. What the dashboard reads by a door of its own comes through that door, because
   * the public API's version has not all fields of the schema.
   */
  call<E extends Endpoint>(endpoint: E, call?: Call<E>): Promise<ReplyOf<E>>;
  /** The server's time, as its last answer had it: the clock of this machine may be wrong. */
  serverNowMs(): number;
  /** The reply as the server wrote it, with fields that this release does not know. */
  raw(endpoint: Endpoint, call?: Call): Promise<unknown>;
  /** The reply of an endpoint that answers with a file, byte for byte. */
  bytes(endpoint: Endpoint, call?: Call): Promise<Buffer>;
}

type Needed = Pick<Settings, "url" | "key" | "keyFrom" | "profileName" | "projectId">;

/** `until` ends every call. */
export function createClient(
  settings: Needed,
  { deviceName }: Pick<Machine, "deviceName">,
  until?: AbortSignal,
): Client {
  let aheadMs = 0;

  async function answerOf(
    endpoint: Endpoint,
    { params = {}, query, body, key: ownKey, signal, ifMatch }: Call = {},
    door: "public" | "dashboard" = endpoint.isForDashboard ? "dashboard" : "public",
  ): Promise<Buffer> {
    const isOpen = endpoint.callers === "anyone";
    const key = ownKey ?? settings.key;
    if (!isOpen && key === null) throw noKey(settings);
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ""),
    );
    // Behind the dashboard's door there are no versions: the shapes are those of the server's release.
    const base = door === "dashboard" ? DASHBOARD_API_PREFIX : `/${API_VERSION}`;
    const url = `${settings.url}${base}${path}${queryString(query)}`;
    const headers: Record<string, string> = {
      accept: "application/json",
      [CLI_DEVICE_HEADER]: encodeURIComponent(deviceName),
      "user-agent": `posthorn-cli/${VERSION}`,
    };
    if (!isOpen) headers["authorization"] = `Bearer ${key}`;
    if (!isOpen && ownKey === undefined && settings.projectId !== null)
      headers["x-team-id"] = settings.projectId;
    if (body !== undefined) headers["content-type"] = "application/json";
    if (ifMatch !== undefined) headers["if-match"] = `"${ifMatch}"`;
    const { status, content, retryAfter } = await exchange(url, {
      method: endpoint.method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    if (status !== 200)
      throw refusalOf(
        { ...refused(status, content.toString("utf8"), retryAfter), isBroughtKey: ownKey !== undefined },
        settings,
      );
    return content;
  }

  async function replyOf(...asked: Parameters<typeof answerOf>): Promise<unknown> {
    const reply = parsedJson((await answerOf(...asked)).toString("utf8"));
    if (reply === undefined) throw strange(settings.url);
    return reply;
  }

  async function exchange(url: string, init: RequestInit) {
    const ends = [init.signal, until, AbortSignal.timeout(CALL_WITHIN_MS)];
    try {
      const response = await fetch(url, {
        ...init,
        redirect: "manual", // a key goes only where the person has sent it
        signal: AbortSignal.any(ends.filter((one) => one !== undefined && one !== null)),
      });
      const serverMs = Date.parse(response.headers.get("date") ?? "");
      if (!Number.isNaN(serverMs)) aheadMs = serverMs - Date.now();
      return {
        status: response.status,
        content: Buffer.from(await response.arrayBuffer()),
        retryAfter: response.headers.get("retry-after"),
      };
    } catch (cause) {
      throw unreachable(settings.url, cause);
    }
  }

  return {
    raw: (endpoint, call) => replyOf(endpoint, call),
    bytes: (endpoint, call) => answerOf(endpoint, call, doorOf(endpoint)),
    serverNowMs: () => Date.now() + aheadMs,
    async call<E extends Endpoint>(endpoint: E, call?: Call<E>): Promise<ReplyOf<E>> {
      const result = z.safeParse(endpoint.reply, await replyOf(endpoint, call, doorOf(endpoint)));
      if (!result.success) throw strange(settings.url);
      return result.data as ReplyOf<E>; // safe: it is what the schema of this endpoint made
    },
  };
}

function doorOf({ isForDashboard, hasDashboardDoor }: Endpoint): "public" | "dashboard" {
  return isForDashboard || hasDashboardDoor ? "dashboard" : "public";
}

function refused(status: number, text: string, retryAfter: string | null): Refused {
  const reply = z.safeParse(ErrorReply, parsedJson(text));
  return { status, retryAfter, ...(reply.success && { reply: reply.data }) };
}

/** Undefined if it is no JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // which is the answer
  }
}

function strange(url: string): Failure {
  return new Failure(`${url} answers, but not as Posthorn ${API_VERSION} does.`, {
    why: "It may be another program, or a Posthorn of another time than this client.",
    todo: `Check the address (--url or POSTHORN_URL), and update: npm install --global posthorn-cli.`,
  });
}

function noKey({ keyFrom, profileName, url }: Needed): Failure {
  if (keyFrom === "profile of another address")
    return new Failure(
      `The key of the profile "${profileName}" is not for ${url}, so it was not sent there.`,
      {
        todo: `Sign in there, under another name: posthorn login --url ${url} --profile NAME. In CI, set POSTHORN_API_KEY.`,
        exit: "refused",
      },
    );
  return new Failure("You are not signed in.", {
    why: `The profile "${profileName}" has no key.`,
    todo: "Sign in: posthorn login. In CI, set POSTHORN_API_KEY.",
    exit: "refused",
  });
}
