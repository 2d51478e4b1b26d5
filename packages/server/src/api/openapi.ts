/**
 * What does the API look like to a program that reads OpenAPI?
 *
 * The document is generated from the same definitions that validate requests and type the dashboard. For each
 * version it includes the differences that its calls go through. So nothing is written twice.
 */
import { NoBody, readsIfMatch, type Endpoint } from "@posthorn/contract/endpoint";
import { ErrorReply } from "@posthorn/contract/errors";
import * as z from "zod/mini";
import type { WireVersion } from "./versions/wire-version.ts";

type JsonSchema = Record<string, unknown>;

/** Zod adds the bounds of safe integers to every integer. They say nothing, and readers would show them as examples. */
function withoutOwnBounds(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Input is described as it is before parsing, output as it is after. */
function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => withoutOwnBounds(jsonSchema),
  });
  return rest;
}

const ERROR_TEXTS: Readonly<Record<number, string>> = {
  400: "The request cannot be read, or cannot be done in the current state",
  401: "The API key is missing or not valid",
  403: "The role of the caller is too low",
  404: "There is no such thing",
  409: "The name is taken",
  410: "It was deleted",
  412: "It was changed after the version in `If-Match`; nothing was saved",
  413: "The body is too large",
  415: "The body is not JSON",
  422: "The input is not valid",
  429: "Too many requests",
  500: "Our own fault",
  503: "Temporarily unavailable, try again",
};
const ALWAYS_POSSIBLE = [400, 401, 403, 413, 415, 422, 429, 500, 503];

function json(schema: JsonSchema) {
  return { "application/json": { schema } };
}

function pathParameters(path: string): JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters(endpoint: Endpoint): JsonSchema[] {
  const { properties = {}, required = [] } = schemaOf(endpoint.query, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    // `created_at[gte]=…`; lists may also be written `id[0]=…` or with the name repeated.
    style: JSON.stringify(schema).includes('"type":"object"') ? "deepObject" : "form",
    explode: true,
    schema,
  }));
}

/** The header with which a caller saves only if nobody else has saved meanwhile. */
const IF_MATCH = {
  name: "If-Match",
  in: "header",
  required: false,
  description:
    "The `updated_at` that you have read, in quotes. If the resource was edited since, nothing is saved and the answer is 412. " +
    "A pause, an enable or a disable is no edit. Without the header, or with `*`, the call saves in any case.",
  schema: { type: "string", examples: ['"2026-11-15T08:30:00.000Z"'] },
};

/** `GET /events/{id}/raw_body` → `getEventsIdRawBody`. */
function operationId({ method, path }: Endpoint): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function operation(endpoint: Endpoint) {
  const statuses = [...ALWAYS_POSSIBLE, ...endpoint.errors].toSorted((a, b) => a - b);
  const error = { $ref: "#/components/schemas/Error" };
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    tags: [tagOf(endpoint.path)],
    ...(endpoint.callers === "anyone" && { security: [] }),
    parameters: [
      ...pathParameters(endpoint.path),
      ...queryParameters(endpoint),
      ...(readsIfMatch(endpoint) ? [IF_MATCH] : []),
    ],
    ...(endpoint.body !== NoBody && {
      requestBody: { required: true, content: json(schemaOf(endpoint.body, "input")) },
    }),
    responses: {
      200: { description: endpoint.summary, content: json(schemaOf(endpoint.reply, "output")) },
      ...Object.fromEntries(
        statuses.map((status) => [status, { description: ERROR_TEXTS[status], content: json(error) }]),
      ),
    },
  };
}

const ABOUT =
  "Every call carries an API key, as `Authorization: Bearer <key>` or as the user name of Basic. " +
  "Success is always 200; an error has a code, its status and a message.";

/** `/events/{id}` belongs to `events`. */
function tagOf(path: string): string {
  return path.split("/")[1] ?? "";
}

/** `cli-sessions` → `CLI sessions`. */
function displayName(tag: string): string {
  const text = tag.replaceAll("-", " ").replace(/^cli\b/, "CLI");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function openApiDocument(publicUrl: string, { name, endpoints, wire }: WireVersion) {
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
  for (const endpoint of endpoints) {
    const { shown } = wire(endpoint);
    const methods = (paths[shown.path] ??= {});
    methods[shown.method.toLowerCase()] = operation(shown);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Posthorn API", version: name, description: ABOUT },
    servers: [{ url: `${publicUrl}/${name}` }],
    tags: [...new Set(Object.keys(paths).map(tagOf))].map((tag) => ({
      name: tag,
      "x-displayName": displayName(tag),
    })),
    security: [{ bearer: [] }, { basic: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        basic: {
          type: "http",
          scheme: "basic",
          description: "The API key as user name, with an empty password",
        },
      },
      schemas: { Error: schemaOf(ErrorReply, "output") },
    },
  };
}
