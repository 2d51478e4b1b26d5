/**
 * How does a test call the API over real HTTP?
 *
 * A database of its own, the whole of access and the API on it, and a project with a key. Tests write requests and
 * events straight into the tables, because the API only reads them.
 */
import { ROLES, type Role } from "@posthorn/contract/roles";
import { API_VERSION } from "@posthorn/contract/endpoint";
import type { ApiDeps } from "../api/api-deps.ts";
import { createReadTurns } from "../api/read-turns.ts";
import { createApiServer } from "../api/server.ts";
import { createCliSessionTable } from "../cli/session-table.ts";
import { type CliSockets, createCliSockets } from "../cli/sockets.ts";
import type { ConnectionLimits } from "../inbound/connection-limits.ts";
import { takePort } from "../inbound/ports.ts";
import { createAddressGuard } from "../outbound/address-guard.ts";
import type { ChatModel } from "../outbound/chat-model.ts";
import { createDnsRecords } from "../outbound/dns-records.ts";
import { eventIdBytes, newId, newRequestIdBytes, uuidBytes, uuidText } from "../ids.ts";
import { createLog } from "../log.ts";
import { createDuplicates } from "../pipeline/route/duplicates.ts";
import { createEvaluate } from "../pipeline/route/evaluate.ts";
import { withoutThrows } from "../pipeline/route/not-applied.ts";
import { createFilterThread } from "../pipeline/route/filter-thread.ts";
import { createFilterTrial } from "../pipeline/route/filter-trial.ts";
import { createPatientTransform } from "../pipeline/route/patient-sandbox.ts";
import { createReplayData } from "../pipeline/route/replay-data.ts";
import { createReroute } from "../pipeline/route/reroute.ts";
import { createRetryRequest } from "../pipeline/route/retry-request.ts";
import { createTryRules } from "../pipeline/route/rules-trial.ts";
import { createSendExample } from "../pipeline/route/send-example.ts";
import { createRoutingTable } from "../pipeline/routing-table.ts";
import { createSandbox, type Sandbox } from "../sandbox/sandbox.ts";
import { createSearches, type Searches } from "../search/searches.ts";
import type { TurnsByProject } from "../search/turns-by-project.ts";
import { issueApiKey } from "../store/api-keys.ts";
import type { Database } from "../store/database.ts";
import { canStore } from "../store/health.ts";
import { openLane } from "../store/lane.ts";
import { createProject } from "../store/new-project.ts";
import { INGEST_URL, givenAccess, type GivenAccess } from "./given-access.ts";

export interface Answer {
  status: number;
  headers: Headers;
  /** Whatever JSON came back; a test that looks inside says what it expects. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the far side of the wire has no types
  body: any;
}

export interface CallOptions {
  body?: unknown;
  /** Null: no key at all. */
  key?: string | null;
  headers?: Record<string, string>;
}

export interface GivenApi {
  db: Database;
  url: string;
  /** Uuid and key of the project that calls are made for. */
  team_id: string;
  key: string;
  /** Another project in the same installation. */
  other: { team_id: string; key: string };
  logged: string[];
  signUp: GivenAccess["signUp"];
  /** Of the person who has signed up, in every organization. */
  setRole: (role: Role) => Promise<void>;
  /** `path` is below the version; a path that begins with the origin's root is written with `//`. */
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  stop: () => Promise<void>;
}

const NO_PROVIDERS: ApiDeps["metricsPush"] = { verify: async () => "There are no providers in this test." };

const NO_CHANNELS: ApiDeps["notifier"] = {
  hasMailServer: false,
  verify: async () => "There are no channels in this test.",
  sendTest: async () => "There are no channels in this test.",
};

interface Settings {
  egressAllow?: string[];
  dashboardDir?: string;
  /** The API's database, if not the one with its callers. */
  apiDatabase?: Database;
  /** Has people and keys, if they are not in a database of its own. */
  identity?: GivenAccess;
  /** The sandbox, if not one of its own. */
  sandbox?: Sandbox;
  /** The sockets of a gateway, if the test needs CLIs. */
  cli?: CliSockets;
  apiRateLimitPerMinute?: number;
  /** What the operator tells everybody, if anything. */
  notice?: ApiDeps["config"]["notice"];
  /** On unless it says otherwise. */
  providerFetches?: boolean;
  /** What opens the operator's API, if the test needs it. */
  operatorToken?: string;
  /** By default the operator's proxy has the certificates of custom domains. */
  certificates?: ApiDeps["config"]["certificates"];
  /** How much lists read at a time, if not the default. */
  searches?: Searches;
  /** How many expensive reads a project may run at once, if not the default. */
  reads?: TurnsByProject;
  /** Completes filters, if anything does. */
  chatModel?: ChatModel;
  /** What scrapers with this token read, if there is such a token. */
  health?: ApiDeps["health"];
  /** The first contact with providers of metrics, if the test has any. */
  metricsPush?: ApiDeps["metricsPush"];
  /** The channels of notifications, if the test has any. */
  notifier?: ApiDeps["notifier"];
  /** How many connections the server keeps, if not the default. */
  connectionLimits?: ConnectionLimits;
  /** The provider of cards and its form, if there is one. */
  cards?: Pick<ApiDeps, "cards" | "testForm"> & Partial<Pick<ApiDeps, "stripe">>;
  /** Who hears what people do, if anybody. */
  productEvents?: ApiDeps["productEvents"];
  /** The name server that proofs of mail domains ask, if there is one. */
  nameServer?: string;
  /** Waits for the gateway that receives requests, if there is one. */
  caughtUp?: () => Promise<boolean>;
  /** Sends to the gateway that receives requests, if there is one. */
  sendOwn?: ApiDeps["sendOwn"];
}

export async function givenApi({
  egressAllow = ["127.0.0.0/8"],
  dashboardDir = "/nonexistent",
  apiDatabase,
  identity: givenIdentity,
  sandbox = createSandbox(),
  cli,
  apiRateLimitPerMinute,
  notice = { text: null, url: null },
  providerFetches = true,
  operatorToken,
  certificates,
  searches = createSearches(),
  reads = createReadTurns(),
  chatModel,
  health,
  metricsPush,
  notifier = NO_CHANNELS,
  connectionLimits,
  cards,
  productEvents = null,
  nameServer,
  caughtUp = () => Promise.resolve(true), // no gateway here
  sendOwn = () => Promise.resolve({ status: 404, body: "", request_id: null }), // nobody stores what is sent
}: Settings = {}): Promise<GivenApi> {
  const identity = givenIdentity ?? (await givenAccess());
  const { db, access, sealer, logged } = identity;
  const log = createLog((line) => logged.push(line));
  const lane = openLane(identity.databaseUrl);
  const cliSessions = createCliSessionTable(db);
  const filterThread = createFilterThread({ log });
  const rules = createEvaluate({
    sessionsOf: cliSessions.covering,
    filterThread,
    isFirst: createDuplicates({ lanes: [lane], log }).isFirst,
    transform: createPatientTransform(sandbox, () => false),
  });
  const routing = createRoutingTable({ db, open: sealer.open, ingestUrl: INGEST_URL, log });
  const reroute = createReroute({
    db,
    log,
    routing,
    refresh: (source_id) => routing.refresh({ source_id }),
    evaluate: withoutThrows(rules, log),
  });
  const deps: ApiDeps = {
    db: apiDatabase ?? db,
    config: {
      publicUrl: "http://127.0.0.1:4400",
      ingestUrl: INGEST_URL,
      domainTarget: "edge.posthorn.test",
      certificates: certificates ?? null,
      auditDays: 365,
      allowedHosts: [],
      apiRateLimitPerMinute: apiRateLimitPerMinute ?? null,
      notice,
      providerFetches,
      operatorToken: operatorToken ?? null,
    },
    log,
    access,
    sealer,
    plain: null,
    addressGuard: createAddressGuard(egressAllow),
    ingestUrlOf: routing.ingestUrlOf,
    replayData: createReplayData({ db, reroute }),
    sendExample: createSendExample({ db, reroute, routing }),
    sendOwn,
    filterTrial: createFilterTrial(filterThread),
    productEvents,
    tryRules: createTryRules({ filterThread, sandbox }),
    retryRequest: createRetryRequest({ db, routing, reroute }),
    searches,
    reads,
    isReady: () => canStore(apiDatabase ?? db),
    chatModel: chatModel ?? null,
    health: health ?? null,
    metricsPush: metricsPush ?? NO_PROVIDERS,
    notifier,
    sandbox,
    cli:
      cli ??
      createCliSockets({
        db,
        log: createLog(() => undefined),
        sessions: cliSessions,
        access,
        owner: () => 1,
      }),
    cards: cards?.cards ?? null,
    testForm: cards?.testForm ?? null,
    stripe: cards?.stripe ?? null,
    dns:
      nameServer === undefined ? { textsOf: async () => null } : createDnsRecords({ servers: [nameServer] }),
    caughtUp,
    dashboardDir,
  };
  const server = await createApiServer(deps, connectionLimits);
  await server.start((await takePort("127.0.0.1", 0)).listen);

  const project = async (name: string) => {
    const team_id = await createProject(db, sealer, { organization_id: newId(), name });
    const { key } = await issueApiKey(db, { team_id, name: "test", expires_at: null });
    return { team_id, key };
  };
  const { team_id, key } = await project("Engines");

  const call: GivenApi["call"] = async (method, path, { body, key: given = key, headers = {} } = {}) => {
    const url = path.startsWith("//") ? path.slice(1) : `/${API_VERSION}${path}`;
    const response = await fetch(server.address + url, {
      method,
      headers: {
        ...(given !== null && { authorization: `Bearer ${given}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = (response.headers.get("content-type") ?? "").startsWith("application/json");
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return {
    db,
    url: server.address,
    team_id,
    key,
    other: await project("Others"),
    logged,
    signUp: identity.signUp,
    async setRole(role) {
      if (!ROLES.includes(role)) throw new Error(`${role} is no role`);
      await db.query(
        "update members set role = $1 where user_id = (select id from users order by id limit 1)",
        [role],
      );
    },
    call,
    async stop() {
      await server.stop();
      await sandbox.stop();
      await filterThread.stop();
      await lane.close();
      await identity.stop();
    },
  };
}

export interface GivenRequest {
  team_id: string;
  source_id: string;
  rejection_cause?: string;
  headers?: string[];
  query?: string | null;
  body?: string | Uint8Array | null;
  /** Sets the time at which it came. */
  id?: string;
}

/** A request as ingest would have written it. Returns its uuid. */
export async function givenRequest(db: Database, request: GivenRequest): Promise<string> {
  const id = request.id ?? uuidText(newRequestIdBytes());
  await db.query(
    `insert into requests (team_id, id, source_id, rejection_cause, verified, accepted_by)
     values ($1, $2, $3, $4, null, 1)`,
    [request.team_id, id, request.source_id, request.rejection_cause ?? null],
  );
  const body = request.body === undefined ? '{"hello":"world"}' : request.body;
  await db.query(
    `insert into payloads (team_id, id, method, path, query, headers, client_ip, body)
     values ($1, $2, 'POST', '/orders', $3, $4, '203.0.113.7', $5)`,
    [
      request.team_id,
      id,
      request.query ?? null,
      JSON.stringify(request.headers ?? ["Content-Type", "application/json"]),
      body === null ? null : Buffer.from(body),
    ],
  );
  return id;
}

export interface GivenEvent {
  team_id: string;
  request_id: string;
  webhook_id: string;
  ordinal?: number;
  status?: string;
  attempts?: number;
  response_status?: number | null;
  error_code?: string | null;
}

/** An event as routing and settling would have left it. Returns its uuid. */
export async function givenEvent(db: Database, event: GivenEvent): Promise<string> {
  const id = uuidText(eventIdBytes(uuidBytes(event.request_id), event.ordinal ?? 1));
  const status = event.status ?? "SUCCESSFUL";
  await db.query(
    `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, next_attempt_at,
       last_attempt_at, successful_at, response_status, error_code, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'INITIAL', case when $5 = 'QUEUED' then now() end,
       case when $6::int > 0 then now() end,
       case when $5 = 'SUCCESSFUL' then now() end, $7, $8, now())`,
    [
      event.team_id,
      id,
      event.webhook_id,
      event.request_id,
      status,
      event.attempts ?? 1,
      event.response_status ?? null,
      event.error_code ?? null,
    ],
  );
  return id;
}
