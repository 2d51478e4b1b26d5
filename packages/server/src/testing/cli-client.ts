/**
 * How does a test play a developer's CLI?
 *
 * A real client of the socket, which records what it gets and answers only when the test says so.
 */
import { once } from "node:events";
import { publicId, sourceToken } from "@posthorn/contract/ids";
import { WebSocket } from "ws";
import { newId } from "../ids.ts";
import type { Database } from "../store/database.ts";

export interface SentAttempt {
  cli_path: string;
  event_id: string;
  attempt_id: string;
  webhook_id: string;
  request: { method: string; timeout: number; data_string: string; headers: Record<string, string> };
}

export interface ClientOptions {
  /** `http://…` or `ws://…`, with any path. */
  url: string;
  /** Null means no key. */
  key?: string | null;
  /** Public id of the session. */
  session?: string;
  /** Public ids. */
  connections?: readonly string[];
  filters?: unknown;
  headers?: Record<string, string>;
  protocol?: string;
  /** False: pings are not answered. */
  autoPong?: boolean;
}

export interface CliClient {
  socket: WebSocket;
  attempts: SentAttempt[];
  /** Resolves once that many attempts have arrived in all. */
  arrivals: (count: number) => Promise<SentAttempt[]>;
  answer: (body: Record<string, unknown>) => void;
  send: (text: string) => void;
  closed: Promise<{ code: number; reason: string }>;
  close: () => Promise<void>;
}

export class Refused extends Error {
  readonly status: number;
  readonly body: string;
  constructor(status: number, body: string) {
    super(`${status} ${body}`);
    this.status = status;
    this.body = body;
  }
}

export function sessionId(): string {
  return publicId("cli_session", newId());
}

/** Rejects with what the server said, if it refuses. */
export async function connectCli(options: ClientOptions): Promise<CliClient> {
  const { key, session, connections, filters } = options;
  const headers: Record<string, string> = {
    ...(key && { authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` }),
    ...(session !== undefined && { "websocket-id": session }),
    ...(connections && { "x-webhook-ids": connections.join(",") }),
    ...(filters !== undefined && {
      "x-session-filters": Buffer.from(JSON.stringify(filters)).toString("base64"),
    }),
    ...options.headers,
  };
  const socket = new WebSocket(
    options.url.replace(/^http/, "ws"),
    options.protocol ? [options.protocol] : [],
    {
      headers,
      perMessageDeflate: false,
      autoPong: options.autoPong ?? true,
    },
  );
  const attempts: SentAttempt[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString("utf8"));
    if (message.event !== "attempt") return;
    attempts.push(message.body);
    for (const waiter of waiting) if (attempts.length >= waiter.count) waiter.resolve();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() })),
  );
  await new Promise<void>((resolve, reject) => {
    socket.on("open", resolve);
    socket.on("error", reject); // later errors are ignored
    socket.on("unexpected-response", (_request, response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        reject(new Refused(response.statusCode ?? 0, Buffer.concat(chunks).toString())),
      );
    });
  });
  return {
    socket,
    attempts,
    async arrivals(count) {
      if (attempts.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      return attempts;
    },
    answer: (body) => socket.send(JSON.stringify({ event: "attempt_response", body })),
    send: (text) => socket.send(text),
    closed,
    async close() {
      if (socket.readyState === WebSocket.CLOSED) return;
      const over = once(socket, "close");
      socket.close(1000, "client_shutdown");
      await over;
    },
  };
}

export interface CliConnection {
  source: string;
  connection: string;
  /** As the API names it. */
  webhook_id: string;
  /** The path of the source's URL. */
  path: string;
}

/** A connection whose destination is a CLI. */
export async function givenCliConnection(
  db: Database,
  team_id: string,
  config: { path?: string } = {},
): Promise<CliConnection> {
  const [source, destination, connection] = [newId(), newId(), newId()];
  await db.query(
    `insert into sources (id, team_id, name, type, config) values ($1, $2, $1::uuid::text, 'WEBHOOK', $3)`,
    [source, team_id, JSON.stringify({ allowed_http_methods: ["POST", "PUT", "PATCH", "DELETE"] })],
  );
  await db.query(
    `insert into destinations (id, team_id, name, type, config) values ($1, $2, $1::uuid::text, 'CLI', $3)`,
    [
      destination,
      team_id,
      JSON.stringify({ path: "/", http_method: null, path_forwarding_disabled: false, ...config }),
    ],
  );
  await db.query(`insert into connections (id, team_id, source_id, destination_id) values ($1, $2, $3, $4)`, [
    connection,
    team_id,
    source,
    destination,
  ]);
  return {
    source,
    connection,
    webhook_id: publicId("connection", connection),
    path: `/e/${sourceToken(source)}`,
  };
}
