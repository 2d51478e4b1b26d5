/**
 * How does a directory call Posthorn at `/scim/v2`, and which organization is it of?
 *
 * These routes are not in the contract: RFC 7643 and 7644 say how they look. The token decides about the organization before
 * the body is read. Each call counts against the limit of its token. Changes are made as "Directory sync", so the audit log
 * has each of them, and look at the token once more under the lock of the organization: a revoked one changes nothing.
 */
import { SCIM_PREFIX } from "@posthorn/contract/directory-sync";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { presentedKey } from "../../access/presented-key.ts";
import { changesOf } from "../../store/audit-entries.ts";
import type { Queryable } from "../../store/database.ts";
import { noteDirectoryCall } from "../../store/directories.ts";
import { type DirectoryAccess, findDirectoryAccess, isDirectoryToken } from "../../store/directory-tokens.ts";
import { lockOrganization } from "../../store/organizations.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, asApiError } from "../api-error.ts";
import { parseJsonBody } from "../json-body.ts";
import type { RateLimit } from "../rate-limit.ts";
import { rateLimitHeaders } from "../reply-headers.ts";
import { resourceTypes, schemas, serviceProviderConfig } from "./scim-discovery.ts";
import { ScimError, scimErrorBody, statusOf } from "./scim-error.ts";
import { serveGroups } from "./scim-group-routes.ts";
import { listReply } from "./scim-list.ts";
import { serveUsers } from "./scim-user-routes.ts";

const CONTENT_TYPE = "application/scim+json; charset=utf-8";
const NO_TOKEN =
  "Invalid or missing token. Make one in Posthorn, on the page Single sign-on of the organization";
const RETRY_AFTER_SECONDS = 5;

/** One call of a directory. */
export interface ScimCall {
  organization_id: string;
  id: string;
  query: URLSearchParams;
  body: unknown;
  /** Runs a change under the lock of the organization. */
  change: <Result>(work: (tx: Queryable) => Promise<Result>) => Promise<Result>;
}

export interface ScimReply {
  status: number;
  /** Undefined: no body. */
  body?: unknown;
  location?: string;
}

export type ServeScim = (
  method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT",
  path: string,
  handler: (call: ScimCall) => Promise<ScimReply>,
) => void;

export function serveScim(
  app: FastifyInstance,
  { db, config, access, log }: Pick<ApiDeps, "access" | "config" | "db" | "log">,
  rateLimit: RateLimit,
): void {
  const baseUrl = `${config.publicUrl}${SCIM_PREFIX}`;
  const callers = new WeakMap<FastifyRequest, DirectoryAccess>();

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = presentedKey(request.headers.authorization ?? "");
    const caller = token === null ? null : await findDirectoryAccess(db, token);
    if (!caller) {
      void reply.header("www-authenticate", 'Bearer realm="scim"');
      throw new ScimError(401, NO_TOKEN);
    }
    const { token_id: id, plan_rate_limit } = caller;
    const allowance = rateLimit.take({ id, rate_limit: null, plan_rate_limit });
    void reply.headers(rateLimitHeaders(allowance, Date.now()));
    if (allowance.isExceeded) throw new ApiError("TOO_MANY_REQUESTS");
    await noteDirectoryCall(db, caller.organization_id);
    callers.set(request, caller);
  }

  function callOf(request: FastifyRequest): ScimCall {
    const caller = callers.get(request);
    if (!caller) throw new Error("A route ran without its caller");
    const { organization_id } = caller;
    const asDirectory = changesOf(
      db,
      { kind: "directory", user_id: null, api_key_id: null },
      {
        address: access.clientAddress(request.raw),
        user_agent: request.headers["user-agent"] ?? null,
        request: `${request.method} ${request.url.split("?", 1)[0] ?? ""}`,
      },
    );
    return {
      organization_id,
      // The router stores the path parameters there, as text.
      id: (request.params as { id?: string }).id ?? "",
      query: new URLSearchParams(request.url.split("?", 2)[1] ?? ""),
      body: request.body,
      change: (work) =>
        asDirectory.transaction(async (tx) => {
          await lockOrganization(tx, organization_id);
          if (!(await isDirectoryToken(tx, caller))) throw new ScimError(401, NO_TOKEN);
          return work(tx);
        }),
    };
  }

  async function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const error = thrown instanceof ScimError ? thrown : asApiError(thrown);
    const status = statusOf(error);
    const fields = {
      method: request.method,
      path: request.url.split("?", 1)[0],
      organization_id: callers.get(request)?.organization_id,
    };
    if (error instanceof ApiError && error.code === "UNAVAILABLE") {
      log.warn("scim.unavailable", { ...fields, error: error.cause });
      void reply.header("retry-after", String(RETRY_AFTER_SECONDS));
    } else if (status >= 500) log.error("scim.failed", { ...fields, error: error.cause });
    await reply
      .code(status)
      .type(CONTENT_TYPE)
      .send(JSON.stringify(scimErrorBody(error)));
  }

  app.register(
    async (scim) => {
      scim.removeAllContentTypeParsers();
      scim.addContentTypeParser<Buffer>(
        ["application/scim+json", "application/json"],
        { parseAs: "buffer" },
        (_request, body, done) => {
          try {
            done(null, parseJsonBody(body));
          } catch (error) {
            done(asApiError(error));
          }
        },
      );
      scim.setErrorHandler(answerError);
      scim.addHook("onRequest", admit);
      scim.addHook("onResponse", async (request, reply) => {
        const caller = callers.get(request);
        if (!caller || request.method === "GET") return;
        log.info("scim.answered", {
          method: request.method,
          path: request.url.split("?", 1)[0],
          status: reply.statusCode,
          organization_id: caller.organization_id,
          duration_ms: Math.round(reply.elapsedTime),
        });
      });
      const serve: ServeScim = (method, path, handler) => {
        scim.route({
          method,
          url: path,
          handler: async (request, reply) => {
            const { status, body, location } = await handler(callOf(request));
            void reply.header("cache-control", "no-store").code(status);
            if (location !== undefined) void reply.header("location", location);
            if (body === undefined) return reply.send();
            return reply.type(CONTENT_TYPE).send(JSON.stringify(body));
          },
        });
      };
      serveDiscovery(serve, baseUrl);
      serveUsers(serve, { db, baseUrl });
      serveGroups(serve, { db, baseUrl });
      scim.setNotFoundHandler(async (request) => {
        throw new ScimError(404, `There is no ${request.method} at this address`);
      });
    },
    { prefix: SCIM_PREFIX },
  );
}

function listed(resources: readonly unknown[]): ScimReply {
  return {
    status: 200,
    body: listReply({ startIndex: 1, count: resources.length }, resources.length, resources),
  };
}

function oneOf(resources: readonly Readonly<Record<string, unknown>>[], id: string): ScimReply {
  const found = resources.find((resource) => resource["id"] === id);
  if (!found) throw new ScimError(404, `${id} not found`);
  return { status: 200, body: found };
}

function serveDiscovery(serve: ServeScim, baseUrl: string): void {
  serve("GET", "/ServiceProviderConfig", async () => ({
    status: 200,
    body: serviceProviderConfig(baseUrl),
  }));
  serve("GET", "/ResourceTypes", async () => listed(resourceTypes(baseUrl)));
  serve("GET", "/ResourceTypes/:id", async ({ id }) => oneOf(resourceTypes(baseUrl), id));
  serve("GET", "/Schemas", async () => listed(schemas(baseUrl)));
  serve("GET", "/Schemas/:id", async ({ id }) => oneOf(schemas(baseUrl), id));
}
