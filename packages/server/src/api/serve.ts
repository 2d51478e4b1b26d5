/**
 * How does an endpoint of the contract become a route?
 *
 * Every route runs the same checks in this order: authenticate the caller, count the call against its limit, check
 * its right, check that a session's call comes from our own pages, check that no plan locks the project, parse the input, check what the plan includes. Only then does the handler run.
 * The reply is 200 with JSON, or a file where the contract says so. This is the only way to make a route, so no
 * route can skip a check. Only the right is left to the handler, where a call names another project or organization. Endpoints that the contract opens to anyone check no caller, but refuse pages of other
 * origins. Endpoints that act on a person or an organization admit people who are signed in. Every wire version that has the endpoint gets a route, which translates input and reply between that version
 * and the canonical one.
 */
import { Attachment, type Callers, type Endpoint, readsIfMatch } from "@posthorn/contract/endpoint";
import { internalId } from "@posthorn/contract/ids";
import { can, mayUse, RIGHTS } from "@posthorn/contract/roles";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../access/authenticate.ts";
import { readPlanOf, readPlanOfProject } from "../plans/plan-of.sql.ts";
import { type CallOrigin, changesOf, type RecordedCaller } from "../store/audit-entries.ts";
import { findMembership } from "../store/members.ts";
import type { ApiDeps } from "./api-deps.ts";
import { ApiError, notFound } from "./api-error.ts";
import type {
  Call,
  Handler,
  OrganizationsCall,
  PersonsCall,
  Serve,
  ServeAnyone,
  ServeOrganization,
  ServePerson,
} from "./call.ts";
import type { WireEndpoint, WireVersion } from "./versions/wire-version.ts";
import { hasNullCharacter, parseQueryString } from "../pipeline/route/query-string.ts";
import { versionIn } from "./if-match.ts";
import type { RateLimit } from "./rate-limit.ts";
import { refuseLocked, refuseUnplanned } from "./plan-gate.ts";
import { inTurn, isExpensive } from "./read-turns.ts";
import { rateLimitHeaders } from "./reply-headers.ts";
import { invalid, parseInput } from "./validation.ts";
import { WrittenReply } from "./written-reply.ts";

const JSON_CONTENT_TYPE = "application/json; charset=utf-8";

/** Writes `/events/{id}` as `/events/:id`, the router's form. */
export function routePath(prefix: string, path: string): string {
  return prefix + path.replaceAll(/\{(\w+)\}/g, ":$1");
}

function queryTextOf(url: string): string {
  const at = url.indexOf("?");
  return at === -1 ? "" : url.slice(at + 1);
}

function paramsOf(request: FastifyRequest): Record<string, string> {
  return request.params as Record<string, string>; // the router stores the path parameters here, as text
}

type Input<E extends Endpoint> = Pick<Call<E>, "query" | "body" | "sent">;

function inputOf<E extends Endpoint>(request: FastifyRequest, endpoint: E, wire: WireEndpoint): Input<E> {
  const queryText = queryTextOf(request.url);
  if (hasNullCharacter(queryText)) throw invalid("query may not contain a null character");
  const query = wire.query(parseQueryString(queryText));
  const body = wire.body(request.body);
  return {
    sent: { query, body },
    // The casts are safe: these are the endpoint's own schemas.
    query: parseInput(endpoint.query, query, "query") as Call<E>["query"],
    body: parseInput(wire.readBody, body, "body") as Call<E>["body"],
  };
}

/** A person who is signed in, as the audit log knows them. */
export function personAs(user_id: string): RecordedCaller {
  return { kind: "session", user_id, api_key_id: null };
}

/** The browser must save the content, never render it. */
function sendAttachment(reply: FastifyReply, { file_name, content }: Attachment): FastifyReply {
  return reply
    .header("content-type", "application/octet-stream")
    .header("content-disposition", `attachment; filename="${file_name}"`)
    .send(content instanceof Uint8Array ? content : Readable.from(content));
}

function jsonOf(answered: unknown, wire: WireEndpoint): string | Buffer {
  if (!(answered instanceof WrittenReply)) return JSON.stringify(wire.reply(answered));
  return wire.changesReply ? JSON.stringify(wire.reply(JSON.parse(answered.json.toString()))) : answered.json;
}

/** Which authenticated callers each kind of endpoint admits. */
const ADMITTED: Readonly<Record<Callers, (caller: Caller) => boolean>> = {
  anyone: () => true,
  known: () => true,
  keys: ({ kind }) => kind !== "session",
  people: ({ user_id }) => user_id !== null,
  sessions: ({ kind }) => kind === "session",
};

/** Senders notice changes of these: a caller may send a request right after its change. */
const ROUTED =
  /^\/(?:sources|teams|destinations|connections|transformations|projects|integrations|secrets|quotas|throughput)\b/;

function changesRouting({ method, path }: Endpoint): boolean {
  return method !== "GET" && ROUTED.test(path);
}

const TOO_MANY_READS = "Too many lists and counts of this project at the same time, try again in a moment";

export function createServe(
  app: FastifyInstance,
  versions: readonly WireVersion[],
  {
    db,
    access,
    rateLimit,
    reads,
    caughtUp,
  }: Pick<ApiDeps, "access" | "caughtUp" | "db" | "reads"> & { rateLimit: RateLimit },
): {
  serve: Serve;
  serveAnyone: ServeAnyone;
  servePerson: ServePerson;
  serveOrganization: ServeOrganization;
  served: ReadonlySet<Endpoint>;
} {
  const served = new Set<Endpoint>();

  function countCall({ key }: Caller, reply: FastifyReply): void {
    const allowance = key ? rateLimit.take(key) : rateLimit.unlimited();
    void reply.headers(rateLimitHeaders(allowance, Date.now()));
    // Not logged: otherwise a caller that calls too often would fill the log.
    if (allowance.isExceeded) throw new ApiError("TOO_MANY_REQUESTS");
  }

  /** The browser adds the session's cookie to the calls of every page, so a change must come from one of ours. */
  function refuseOtherPages({ headers }: FastifyRequest, { method }: Endpoint): void {
    if (method !== "GET" && !access.originAllowed(headers))
      throw new ApiError("ORIGIN_NOT_ALLOWED", { origin: headers.origin });
  }

  async function admit(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Promise<Caller> {
    const caller = await access.authenticate(request.headers);
    if (!caller) throw new ApiError("UNAUTHORIZED");
    if (caller === "unknown_project") throw new ApiError("NOT_FOUND");
    countCall(caller, reply);
    if (!endpoint.namesWhatItChanges && !mayUse(endpoint.right, caller))
      throw new ApiError("FORBIDDEN", { role: caller.role });
    if (caller.kind === "session") refuseOtherPages(request, endpoint);
    if (!ADMITTED[endpoint.callers](caller)) throw new ApiError("FORBIDDEN", { kind: caller.kind });
    refuseLocked(endpoint, caller);
    return caller;
  }

  async function admitPerson(request: FastifyRequest, endpoint: Endpoint): Promise<{ user_id: string }> {
    const person = await access.authenticatePerson(request.headers);
    if (!person) throw new ApiError("UNAUTHORIZED");
    if (person === "key") throw new ApiError("FORBIDDEN", { kind: "key" });
    request.person = person;
    refuseOtherPages(request, endpoint);
    return person;
  }

  async function admitMember(
    request: FastifyRequest,
    endpoint: Endpoint,
  ): Promise<Pick<OrganizationsCall<Endpoint>, "user_id" | "organization_id" | "role">> {
    const { user_id } = await admitPerson(request, endpoint);
    const named = paramsOf(request)["organization_id"] ?? "";
    const organization_id = internalId("organization", named);
    const membership = organization_id && (await findMembership(db, { user_id, organization_id }));
    if (!membership) throw notFound(named);
    const { role } = membership;
    if (!can(role, RIGHTS[endpoint.right].role)) throw new ApiError("FORBIDDEN", { role });
    return { user_id, organization_id, role };
  }

  /** Endpoints open to anyone are for programs, which send no Origin. A foreign page may not act for its visitor. */
  async function refuseForeignPages({ headers }: FastifyRequest): Promise<void> {
    if (headers.origin === undefined || access.originAllowed(headers)) return;
    throw new ApiError("ORIGIN_NOT_ALLOWED", { origin: headers.origin });
  }

  function originOf(request: FastifyRequest): CallOrigin {
    return {
      address: access.clientAddress(request.raw),
      user_agent: request.headers["user-agent"] ?? null,
      request: `${request.method} ${request.url.split("?", 1)[0] ?? ""}`,
    };
  }

  /** Adds the route to every version that has the endpoint. */
  function route(
    endpoint: Endpoint,
    onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
    answer: (request: FastifyRequest, wire: WireEndpoint) => Promise<unknown>,
  ): void {
    served.add(endpoint);
    for (const { name, endpoints, wire: wireOf } of versions) {
      if (!endpoints.includes(endpoint)) continue;
      app.route({
        method: endpoint.method,
        url: routePath(`/${name}`, endpoint.path),
        bodyLimit: endpoint.maxBodyBytes,
        onRequest,
        handler: async (request, reply) => {
          void reply.header("cache-control", "no-store");
          const wire = wireOf(endpoint);
          try {
            const answered = await answer(request, wire);
            if (answered instanceof WrittenReply) reply.raw.once("close", answered.leave);
            // The endpoint's reply schema is Attachment, so the handler returned one.
            if (endpoint.reply === Attachment) return await sendAttachment(reply, answered as Attachment);
            return await reply.header("content-type", JSON_CONTENT_TYPE).send(jsonOf(answered, wire));
          } catch (error) {
            throw wire.complaint(error);
          }
        },
      });
    }
  }

  function serve<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    if (endpoint.actsOn !== "project") throw new Error(`${endpoint.path} does not act on a project`);
    // Runs before the body is read, so that a caller without the right cannot make us read a megabyte.
    const admitFirst = async (request: FastifyRequest, reply: FastifyReply) => {
      request.caller = await admit(request, reply, endpoint);
    };
    route(endpoint, admitFirst, async (request, wire) => {
      const { caller } = request;
      if (!caller) throw new Error("A route ran without its caller");
      const params = paramsOf(request);
      const team_id = caller.project.id;
      const call: Call<E> = {
        team_id,
        user_id: caller.user_id,
        caller,
        asCaller: changesOf(db, caller, originOf(request)),
        origin: originOf(request),
        headers: request.headers,
        address: access.clientAddress(request.raw),
        id: params["id"] ?? "",
        params,
        ifUnchangedSince: readsIfMatch(endpoint) ? versionIn(request.headers["if-match"]) : null,
        ...inputOf(request, endpoint, wire),
      };
      await refuseUnplanned(endpoint, call.body, () => readPlanOfProject(db, team_id));
      const answer = isExpensive(endpoint)
        ? await inTurn(reads, team_id, TOO_MANY_READS, () => handler(call))
        : await handler(call);
      if (changesRouting(endpoint)) await caughtUp();
      return answer;
    });
  }

  const serveAnyone: ServeAnyone = (endpoint, handler) => {
    if (endpoint.callers !== "anyone") throw new Error(`${endpoint.path} is not open to anyone`);
    route(endpoint, refuseForeignPages, async (request, wire) => {
      const { query, body } = inputOf(request, endpoint, wire);
      return handler({ headers: request.headers, address: access.clientAddress(request.raw), query, body });
    });
  };

  function personsCall<E extends Endpoint>(
    request: FastifyRequest,
    endpoint: E,
    wire: WireEndpoint,
    { user_id }: { user_id: string },
  ): PersonsCall<E> {
    const { query, body } = inputOf(request, endpoint, wire);
    const origin = originOf(request);
    const asCaller = changesOf(db, personAs(user_id), origin);
    const address = access.clientAddress(request.raw);
    const id = paramsOf(request)["id"] ?? "";
    return { user_id, headers: request.headers, address, origin, asCaller, id, query, body };
  }

  /** Like `serve`, admits before the body is read. */
  function routeAdmitted<Admitted extends object>(
    endpoint: Endpoint,
    admitCaller: (request: FastifyRequest, endpoint: Endpoint) => Promise<Admitted>,
    answer: (admitted: Admitted, request: FastifyRequest, wire: WireEndpoint) => Promise<unknown>,
  ): void {
    const admitted = new WeakMap<FastifyRequest, Admitted>();
    const admitFirst = async (request: FastifyRequest) => {
      admitted.set(request, await admitCaller(request, endpoint));
    };
    route(endpoint, admitFirst, async (request, wire) => {
      const caller = admitted.get(request);
      if (!caller) throw new Error("A route ran without its caller");
      return answer(caller, request, wire);
    });
  }

  const servePerson: ServePerson = (endpoint, handler) => {
    if (endpoint.actsOn !== "person") throw new Error(`${endpoint.path} does not act on a person`);
    routeAdmitted(endpoint, admitPerson, (person, request, wire) =>
      handler(personsCall(request, endpoint, wire, person)),
    );
  };

  const serveOrganization: ServeOrganization = (endpoint, handler) => {
    if (endpoint.actsOn !== "organization")
      throw new Error(`${endpoint.path} does not act on an organization`);
    routeAdmitted(endpoint, admitMember, async (member, request, wire) => {
      const call = personsCall(request, endpoint, wire, member);
      await refuseUnplanned(
        endpoint,
        call.body,
        async () => (await readPlanOf(db, member.organization_id))?.plan ?? null,
      );
      return handler({ ...call, ...member });
    });
  };

  return { serve, serveAnyone, servePerson, serveOrganization, served };
}

/** The server must not start with an endpoint of the contract missing. */
export function assertAllServed(expected: readonly Endpoint[], served: ReadonlySet<Endpoint>): void {
  const missing = expected.filter((endpoint) => !served.has(endpoint));
  if (missing.length > 0) {
    const names = missing.map(({ method, path }) => `${method} ${path}`).join(", ");
    throw new Error(`These endpoints of the contract are not served: ${names}`);
  }
}

declare module "fastify" {
  interface FastifyRequest {
    /** Every route that acts on a project sets it before the body is read. */
    caller: Caller | null;
    /** Who is signed in, on routes that act on a person or an organization. */
    person: { user_id: string } | null;
  }
}
