/**
 * How does a test run the pipeline against a real far end?
 *
 * One node on a database of its own, listening on a free port, and a destination that is a real server on
 * loopback whose answers the test chooses.
 */
import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo, Server as NetServer } from "node:net";
import type { DestinationAuth } from "@posthorn/contract/destination-auth";
import type { DestinationType } from "@posthorn/contract/destinations";
import { sourceToken } from "@posthorn/contract/ids";
import { createApiKeyCheck, createPublisherCheck } from "../access/api-key-check.ts";
import { createAuthenticate } from "../access/authenticate.ts";
import { connectionOwner } from "../access/client-address.ts";
import { allowedOrigins, originAllowed } from "../access/origin.ts";
import type { ProcessRole } from "../config.ts";
import { newId } from "../ids.ts";
import { createLog } from "../log.ts";
import { createAddressGuard } from "../outbound/address-guard.ts";
import { createDialer } from "../outbound/dialer.ts";
import { type TextAt, createTextAt } from "../outbound/text-at.ts";
import { createSandbox } from "../sandbox/sandbox.ts";
import type { Database } from "../store/database.ts";
import type { KeptDestinationConfig } from "../store/destinations.ts";
import { openPools } from "../store/pools.ts";
import { createProject } from "../store/new-project.ts";
import { type Sealer, createSealer } from "../store/seal.ts";
import { type NodeDeps, createNode } from "../workers/node.ts";
import { miscounted } from "./miscounted.ts";
import { type FreshDatabase, freshDatabase } from "./fresh-database.ts";
import { INGEST_URL, MASTER_KEY } from "./given-access.ts";

export const sealer = createSealer(MASTER_KEY);

export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A far end that records what it gets. `answer` may do anything a server can do. */
export async function startFarEnd(
  answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void = (_, response) =>
    response.end("ok"),
) {
  const received: Received[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      received.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      answer(request, response, body);
      for (const waiter of waiting) if (received.length >= waiter.count) waiter.resolve();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server has an AddressInfo
    /** Resolves once that many requests have arrived in all. */
    async arrivals(count: number): Promise<Received[]> {
      if (received.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      return received;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface ConfiguredConnection {
  project: string;
  source: string;
  destination: string;
  connection: string;
  /** The path of the source's URL. */
  path: string;
}

export interface GivenConnection {
  url?: string;
  methods?: string[];
  source?: { type?: string; config?: object; auth?: object | null };
  destination?: { type?: DestinationType; auth?: DestinationAuth; config?: Partial<KeptDestinationConfig> };
}

export async function givenConnection(
  db: Database,
  {
    url,
    methods = ["POST", "PUT", "PATCH", "DELETE"],
    source: { type = "WEBHOOK", config = {}, auth = null } = {},
    destination: to = {},
  }: GivenConnection,
): Promise<ConfiguredConnection> {
  const project = await createProject(db, sealer, { organization_id: newId(), name: "Project" });
  const [source, destination, connection] = [newId(), newId(), newId()];
  await db.query(
    `insert into sources (id, team_id, name, type, config, auth) values ($1, $2, 'shop', $3, $4, $5)`,
    [
      source,
      project,
      type,
      JSON.stringify({ allowed_http_methods: methods, ...config }),
      auth && sealer.seal(JSON.stringify(auth), "sources.auth", { team_id: project, id: source }),
    ],
  );
  await db.query(
    `insert into destinations (id, team_id, name, type, config, auth) values ($1, $2, 'orders', $3, $4, $5)`,
    [
      destination,
      project,
      to.type ?? "HTTP",
      JSON.stringify({
        url,
        http_method: null,
        path_forwarding_disabled: false,
        auth_type: to.auth?.auth_type,
        ...to.config,
      }),
      to.auth &&
        sealer.seal(JSON.stringify(to.auth.auth), "destinations.auth", { team_id: project, id: destination }),
    ],
  );
  await db.query(`insert into connections (id, team_id, source_id, destination_id) values ($1, $2, $3, $4)`, [
    connection,
    project,
    source,
    destination,
  ]);
  return { project, source, destination, connection, path: `/e/${sourceToken(source)}` };
}

const PUBLIC_URL = "http://posthorn.test";

interface GatewaySettings {
  roles?: readonly ProcessRole[];
  /** The sealer that made the projects, if not that of `givenConnection`. */
  sealer?: Sealer;
  /** Ranges that may be dialed although they are not public. */
  egressAllow?: string[];
  /** The access of the API, if both are one process. By default one that knows keys only. */
  access?: NodeDeps["access"];
  /** By default no request is traced. */
  tracing?: NonNullable<NodeDeps["tracing"]>;
  /** By default what the dialer finds. Null: fetches are turned off. */
  textAt?: TextAt | null;
  /** By default nobody looks at custom domains. */
  domains?: NonNullable<NodeDeps["domains"]>;
  /** By default the operator's proxy ends TLS. */
  certificates?: NonNullable<NodeDeps["certificates"]>;
}

/** Without the ingest role it has no URL. */
export async function startGateway(
  given?: FreshDatabase,
  {
    roles = ["ingest", "worker"],
    sealer: projectSealer = sealer,
    egressAllow = ["127.0.0.0/8"],
    access,
    tracing,
    textAt,
    domains,
    certificates,
  }: GatewaySettings = {},
) {
  const database = given ?? (await freshDatabase());
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const dialer = createDialer(createAddressGuard(egressAllow));
  const sandbox = createSandbox();
  const pools = openPools(database.url);
  const checkApiKey = createApiKeyCheck(pools.pipeline);
  const node = createNode({
    heartbeatDb: pools.heartbeat,
    db: pools.pipeline,
    apiDb: pools.api,
    databaseUrl: database.url,
    log,
    roles: new Set(roles),
    dialer,
    textAt: textAt === undefined ? createTextAt(dialer.exchange, log) : textAt,
    sandbox,
    sealer: projectSealer,
    publicUrl: PUBLIC_URL,
    ingestUrl: INGEST_URL,
    clientIp: (request) => request.socket.remoteAddress ?? null,
    access: access ?? {
      authenticate: createAuthenticate({
        db: pools.pipeline,
        checkApiKey,
        sessionTokenIn: () => null,
      }),
      publisherOf: createPublisherCheck(checkApiKey),
      originAllowed: (headers) => originAllowed(headers, allowedOrigins(PUBLIC_URL)),
      connectionOwner: (address) => connectionOwner(address, []),
    },
    isEmbedded: true,
    tracing: tracing ?? null,
    ...(domains && { domains }),
    ...(certificates && { certificates }),
    async readTopics(team_id, news) {
      const { createReadTopics } = await import("../api/webhook-topics/read-topics.ts"); // few tests need it
      const config = { publicUrl: PUBLIC_URL };
      const { ingestUrlOf } = node.routing;
      return createReadTopics({ db: pools.api, sealer: projectSealer, config, ingestUrlOf })(team_id, news);
    },
  });
  await node.start();
  const port = node.ingest ? await listenOn(node.ingest) : 0;
  const tlsPort = node.ingestFront ? await listenOn(node.ingestFront.server) : 0;
  return {
    ...database,
    /** Lines of the log that a test may look at. */
    lines,
    port,
    /** Where it ends TLS, if it has certificates. */
    tlsPort,
    url: `http://127.0.0.1:${port}`,
    databaseUrl: database.url,
    /** The node's own connections. */
    pools,
    isReady: node.isReady,
    readings: node.readings,
    sandbox,
    dialer,
    /** Reads the source again, because the database's announcement may still be on its way. */
    reload: (source: string) => node.routing.reload(source),
    caughtUp: node.caughtUp,
    routing: node.routing,
    reroute: node.reroute,
    replayData: node.replayData,
    sendExample: node.sendExample,
    sendOwn: node.sendOwn,
    retryRequest: node.retryRequest,
    cli: node.cli,
    async stop() {
      await node.stop();
      await sandbox.stop();
      await dialer.close();
      await pools.close();
      const wrong = await miscounted(database.db);
      await database.drop();
      if (wrong.length > 0) throw new Error(`Counts that differ from the rows: ${JSON.stringify(wrong)}`);
    },
  };
}

async function listenOn(server: NetServer): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port; // a TCP server has an AddressInfo
}

const ASK_EVERY_MS = 5;

/** Asks again until the answer is what the test waits for; the test's own timeout is the bound. */
export async function eventually<Value>(
  ask: () => Promise<Value>,
  isRight: (value: Value) => boolean,
): Promise<Value> {
  for (;;) {
    const value = await ask();
    if (isRight(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS)); // leaves the processor to the awaited code
  }
}
