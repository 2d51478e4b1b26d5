/**
 * Which CLIs are connected to this process, and how does one connect?
 *
 * The far end of every CLI destination: it accepts sockets on the API's port, keeps the one socket of
 * each session, and carries attempts to it. A session has one socket in the whole installation; a
 * newer one, here or in another process, replaces it. Changes to one session run one at a time, so
 * that a closing socket never undoes the one that replaced it.
 */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { CLI_SUBPROTOCOL, createCliSession } from "@posthorn/contract/cli-sessions";
import { API_ERRORS, type ApiErrorCode } from "@posthorn/contract/errors";
import { publicId } from "@posthorn/contract/ids";
import { CLI_MESSAGE_MAX_BYTES } from "@posthorn/contract/limits";
import { LOCK_REASONS, lockText } from "@posthorn/contract/plans";
import { mayUse } from "@posthorn/contract/roles";
import type { WebSocketServer } from "ws";
import type { Access } from "../access/access.ts";
import type { Authentication, Caller } from "../access/authenticate.ts";
import type { Log } from "../log.ts";
import { within } from "../inbound/orderly-stop.ts";
import {
  attachCliSession,
  insertCliSession,
  readCliConnections,
  releaseCliSessions,
} from "../store/cli-sessions.ts";
import { type Queryable, isUnavailable } from "../store/database.ts";
import type { CliAttempt } from "./attempt-message.ts";
import { CLI_LIMITS, type CliLimits } from "./cli-limits.ts";
import { clientOf } from "./client.ts";
import { CLOSE, type CliExchange, type CliPeer, UNREACHED, createCliPeer } from "./peer.ts";
import { refuseUpgrade } from "./refuse-upgrade.ts";
import type { CliSessionTable } from "./session-table.ts";
import { createTurns } from "./turns.ts";
import {
  KEY_IN_URL,
  type Refusal,
  UNKNOWN_SESSION,
  type WantedSession,
  hasKeyInUrl,
  wantedSession,
} from "./upgrade-request.ts";

/** The subprotocols that clients offer, ours first. Hookdeck's works without the echo; other clients may need it. */
const SUBPROTOCOLS = [CLI_SUBPROTOCOL, "hookdeckcli-devproxy-v1"];

/**
 * The pause between two reviews. A person's role is asked each time, so a socket closes within two seconds after the role
 * was taken away: in the worst case one review has just asked, and the next one closes it. That leaves a second to the
 * reviews themselves. Together with the time an API key is cached, a socket whose API key was revoked closes within three.
 */
export const REVIEW_EVERY_MS = 1_000;
/** So that a review of as many sockets as a process may have stays well below that second. */
const ASKED_AT_ONCE = 4;

export interface CliSocketsDeps {
  db: Queryable;
  log: Log;
  sessions: CliSessionTable;
  access: Pick<Access, "authenticate" | "originAllowed">;
  /** The number of this process, as sessions record it. */
  owner: () => number;
  limits?: CliLimits;
}

export interface CliSockets {
  /** For the `upgrade` event of an HTTP server. */
  accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Carries one attempt to the local server and its answer back. */
  exchange: (sessionKey: string, attempt: CliAttempt) => Promise<CliExchange>;
  /** Called when the database has announced a change of a session. If it cannot be read now, `review` reads it. */
  changed: (sessionKey: string) => Promise<void>;
  /**
   * Closes the sockets of callers that may no longer listen, and tries again what failed. Must be called again
   * REVIEW_EVERY_MS after it has ended.
   */
  review: () => Promise<void>;
  /** Called when this process has a new number: writes it into its sessions. */
  reattach: () => Promise<void>;
  /** Waits for attempts at local servers to finish, then asks all clients to connect again. */
  stop: () => Promise<void>;
}

interface Connected {
  peer: CliPeer;
  teamKey: string;
  /** The headers that the peer authenticated with, for later checks. */
  credentials: IncomingHttpHeaders;
}

export function createCliSockets(deps: CliSocketsDeps): CliSockets {
  const { db, log, sessions, access, owner, limits = CLI_LIMITS } = deps;
  const connected = new Map<string, Connected>();
  const socketsOf = new Map<string, number>();
  let sockets = 0;
  let isStopped = false;
  /** Sessions whose end could not be stored yet. */
  const unreleased = new Set<string>();
  /** Sessions whose change was announced and could not be read yet. */
  const unread = new Set<string>();
  const turns = createTurns();
  let loading: Promise<WebSocketServer> | undefined;
  /** Loaded for the first CLI: most installations have none, and every process should start quickly. */
  function socketServer(): Promise<WebSocketServer> {
    loading ??= import("ws").then(
      (ws) =>
        new ws.WebSocketServer({
          noServer: true,
          clientTracking: false,
          maxPayload: CLI_MESSAGE_MAX_BYTES,
          perMessageDeflate: false,
          handleProtocols: (offered) => SUBPROTOCOLS.find((one) => offered.has(one)) ?? false,
        }),
    );
    return loading;
  }

  async function callerOf(request: IncomingMessage): Promise<Caller | Refusal> {
    const { headers } = request;
    if (headers.origin !== undefined && !access.originAllowed(headers)) return refusal("ORIGIN_NOT_ALLOWED");
    if (hasKeyInUrl(request.url ?? "")) return { status: 401, message: KEY_IN_URL };
    // A cookie is not enough: any web page could make the browser send it.
    const caller = headers.authorization === undefined ? null : await access.authenticate(headers);
    if (caller === null) return refusal("UNAUTHORIZED");
    if (caller === "unknown_project") return refusal("NOT_FOUND");
    if (!mayListen(caller)) return refusal("FORBIDDEN");
    return caller.lock === null ? caller : { status: 403, message: lockText(caller.lock) };
  }

  /** Returns false when the session belongs to another project, or the client did not send enough to create it. */
  async function attach(
    wanted: WantedSession,
    caller: Caller,
    headers: IncomingHttpHeaders,
  ): Promise<boolean> {
    const session = { id: wanted.key, team_id: caller.project.id, process_id: owner() };
    if (await attachCliSession(db, session)) return true;
    if (!wanted.connectionKeys) return false;
    const { team_id } = session;
    const connections = await readCliConnections(db, team_id, wanted.connectionKeys);
    const cli_id = await clientOf(db, caller, headers);
    const webhook_ids = [...connections].flatMap(([id, { isCli }]) => (isCli ? [id] : []));
    await insertCliSession(db, { id: session.id, team_id, cli_id, webhook_ids, filters: wanted.filters });
    return attachCliSession(db, session);
  }

  function takeSlot(teamKey: string, isReplacing: boolean): boolean {
    const ofProject = socketsOf.get(teamKey) ?? 0;
    const freed = isReplacing ? 1 : 0;
    if (sockets - freed >= limits.sockets || ofProject - freed >= limits.socketsPerProject) return false;
    sockets++;
    socketsOf.set(teamKey, ofProject + 1);
    return true;
  }

  function freeSlot(teamKey: string): void {
    sockets--;
    const left = (socketsOf.get(teamKey) ?? 0) - 1;
    if (left > 0) socketsOf.set(teamKey, left);
    else socketsOf.delete(teamKey);
  }

  function release(key: string): Promise<void> {
    return turns.run(key, async () => {
      if (connected.has(key)) return;
      unreleased.add(key);
      await releaseCliSessions(db, { ids: [key], process_id: owner() });
      unreleased.delete(key);
      await sessions.reload(key);
    });
  }

  function releaseLater(key: string): void {
    void release(key).catch((error: unknown) => log.warn("cli.release_failed", { error }));
  }

  /** Opens the socket once everything is checked. Returns false when the client has disconnected meanwhile. */
  function open(
    server: WebSocketServer,
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    key: string,
    teamKey: string,
  ): boolean {
    let isOpen = false;
    server.handleUpgrade(request, socket, head, (webSocket) => {
      isOpen = true;
      const openedAtMs = performance.now();
      const ids = { session_id: publicId("cli_session", key), team_id: publicId("project", teamKey) };
      const peer = createCliPeer({
        socket: webSocket,
        limits,
        ended({ code, reason }) {
          freeSlot(teamKey);
          const duration_ms = Math.round(performance.now() - openedAtMs);
          log.info("cli.disconnected", { ...ids, code, reason, duration_ms });
          if (connected.get(key)?.peer !== peer) return; // replaced
          connected.delete(key);
          releaseLater(key);
        },
      });
      const before = connected.get(key);
      connected.set(key, { peer, teamKey, credentials: request.headers });
      before?.peer.end(CLOSE.policy, "Replaced by a newer connection of the same session");
      log.info("cli.connected", ids);
    });
    return isOpen;
  }

  async function admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<Refusal | null> {
    if (isStopped) return refusal("UNAVAILABLE");
    const caller = await callerOf(request);
    if ("status" in caller) return caller;
    const wanted = wantedSession(request.headers);
    if ("status" in wanted) return wanted;
    const { key } = wanted;
    const teamKey = caller.project.id;
    if (!takeSlot(teamKey, connected.get(key)?.teamKey === teamKey))
      return { status: 429, message: "Too many CLIs are connected. Stop one of them, then try again." };
    let isOpen = false;
    try {
      return await turns.run(key, async () => {
        if (!(await attach(wanted, caller, request.headers)))
          return { status: 404, message: UNKNOWN_SESSION };
        await sessions.reload(key); // before the client gets its answer: it may receive its first event right away
        const server = await socketServer();
        isOpen = !isStopped && open(server, request, socket, head, key, teamKey);
        return isStopped && !isOpen ? refusal("UNAVAILABLE") : null;
      });
    } finally {
      if (!isOpen) {
        freeSlot(teamKey);
        releaseLater(key);
      }
    }
  }

  async function accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const refused = await admit(request, socket, head).catch((error: unknown) => {
      if (error instanceof Error && isUnavailable(error)) return refusal("UNAVAILABLE");
      log.error("cli.upgrade_failed", { error });
      return refusal("FATAL_ERROR");
    });
    if (!refused || socket.destroyed) return;
    log.info("cli.refused", { status: refused.status, message: refused.message });
    refuseUpgrade(socket, refused);
  }

  /** Reads a session again. If this process holds its socket, it may have to give it up. */
  async function reread(key: string): Promise<void> {
    await sessions.reload(key);
    const mine = connected.get(key);
    const holder = sessions.byKey(key)?.processId ?? null;
    if (!mine || holder === owner()) return;
    if (holder !== null)
      return mine.peer.end(CLOSE.policy, "Replaced by a newer connection of the same session");
    // Another process took us for dead, or the row is gone. A client that we disconnect connects
    // again and recreates it.
    const isThere = await attachCliSession(db, { id: key, team_id: mine.teamKey, process_id: owner() });
    if (!isThere) mine.peer.end(CLOSE.tryLater, "The session is gone, connect again");
  }

  /** All of them have the same credentials for the same project. */
  async function reviewCaller(group: readonly Connected[]): Promise<void> {
    const [first] = group;
    if (!first) return;
    const caller = await access.authenticate(first.credentials);
    for (const { peer, teamKey } of group) {
      if (!mayListen(caller) || caller.project.id !== teamKey)
        peer.end(CLOSE.policy, "This key may no longer receive events");
      else if (caller.lock !== null) peer.end(CLOSE.policy, LOCK_REASONS[caller.lock]);
    }
  }

  async function changed(key: string): Promise<void> {
    unread.delete(key);
    try {
      await (connected.has(key) ? turns.run(key, () => reread(key)) : sessions.reload(key));
    } catch (error) {
      unread.add(key);
      throw error;
    }
  }

  return {
    accept(request, socket, head) {
      socket.on("error", () => socket.destroy()); // the client hung up
      void accept(request, socket, head);
    },
    exchange: (sessionKey, attempt) =>
      isStopped
        ? Promise.resolve(UNREACHED)
        : (connected.get(sessionKey)?.peer.exchange(attempt) ?? Promise.resolve(UNREACHED)),
    changed,
    async review() {
      const byCredentials = Map.groupBy(
        connected.values(),
        ({ credentials, teamKey }) => `${teamKey} ${credentials.authorization}`,
      );
      const groups = [...byCredentials.values()];
      const reviewInTurn = async () => {
        for (let group = groups.pop(); group; group = groups.pop()) await reviewCaller(group);
      };
      await Promise.all(Array.from({ length: ASKED_AT_ONCE }, reviewInTurn));
      for (const key of unreleased) await release(key);
      for (const key of unread) await changed(key);
    },
    async reattach() {
      for (const [key, { teamKey }] of connected) {
        await turns.run(key, async () => {
          if (connected.has(key))
            await attachCliSession(db, { id: key, team_id: teamKey, process_id: owner() });
        });
      }
    },
    async stop() {
      isStopped = true;
      const peers = [...connected.values()].map(({ peer }) => peer);
      await within(limits.finishWithinMs, Promise.all(peers.map((peer) => peer.idle())));
      for (const peer of peers) peer.end(CLOSE.goingAway, "The server is stopping, connect again");
      await Promise.all(peers.map((peer) => peer.gone));
      await within(limits.goodbyeWithinMs, turns.drained());
    },
  };
}

function refusal(code: ApiErrorCode): Refusal {
  return API_ERRORS[code];
}

function mayListen(caller: Authentication): caller is Caller {
  return caller !== null && caller !== "unknown_project" && mayUse(createCliSession.right, caller);
}
