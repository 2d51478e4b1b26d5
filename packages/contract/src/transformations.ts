/**
 * What is a transformation, and which endpoints does it have?
 *
 * A transformation is JavaScript that a connection runs on each request before it becomes an event. Many
 * connections can use the same transformation. Every run on a real request is stored as an execution.
 */
import * as z from "zod/mini";
import { CONSOLE_TYPES, LOG_LEVELS } from "./causes.ts";
import { defineEndpoint } from "./endpoint.ts";
import {
  API_CODE_BODY_MAX_BYTES,
  TRANSFORMATION_CODE_MAX_BYTES,
  TRANSFORMATION_ENV_MAX_VARIABLES,
  TRANSFORMATION_ENV_NAME_MAX_CHARACTERS,
  TRANSFORMATION_ENV_VALUE_MAX_CHARACTERS,
} from "./limits.ts";
import {
  Count,
  DateFilter,
  DeletedId,
  IdFilter,
  NameFilter,
  SearchedWords,
  Timestamp,
  listQuery,
  nullableEnumFilter,
  pageOf,
} from "./lists.ts";
import { Name } from "./names.ts";
import { ShortEventData } from "./requests.ts";
import { CODE_IS_EMPTY, INPUT_IS_NO_REQUEST, missingInput } from "./texts.ts";

/** PostgreSQL's `text` cannot hold a null character, and no program needs one. */
const WITHOUT_NULL_CHARACTER = z.refine<string>(
  (text) => !text.includes("\u0000"),
  "may not contain a null character",
);

const NOT_TOO_LONG = z.refine<string>(
  (text) => new TextEncoder().encode(text).length <= TRANSFORMATION_CODE_MAX_BYTES,
  `must be at most ${TRANSFORMATION_CODE_MAX_BYTES / 1024 / 1024} MiB`,
);

const Code = z.string().check(z.minLength(1), NOT_TOO_LONG, WITHOUT_NULL_CHARACTER);

const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Whether `process.env` can have this name. A form checks the names one by one; the schema below checks all. */
export function isVariableName(name: string): boolean {
  return (
    VARIABLE_NAME.test(name) && name.length <= TRANSFORMATION_ENV_NAME_MAX_CHARACTERS && name !== "__proto__"
  );
}

const Variables = z
  .record(
    z.string(),
    z.string().check(z.maxLength(TRANSFORMATION_ENV_VALUE_MAX_CHARACTERS), WITHOUT_NULL_CHARACTER),
  )
  .check(({ value, issues }) => {
    const names = Object.keys(value);
    if (names.length > TRANSFORMATION_ENV_MAX_VARIABLES) {
      const message = `may have at most ${TRANSFORMATION_ENV_MAX_VARIABLES} variables`;
      issues.push({ code: "custom", message, input: value });
    }
    for (const name of names) {
      if (isVariableName(name)) continue;
      const message = `is not a name of a variable: letters, digits and underscores, at most ${TRANSFORMATION_ENV_NAME_MAX_CHARACTERS}, no digit first`;
      issues.push({ code: "custom", path: [name.slice(0, 40)], message, input: value });
    }
  });

/** `z.record` drops the key `__proto__` silently. We refuse it, so that no variable gets lost. */
const WITHOUT_PROTO = z
  .any()
  .check(({ value, issues }) => {
    if (typeof value === "object" && value !== null && Object.hasOwn(value, "__proto__")) {
      issues.push({ code: "custom", path: ["__proto__"], message: "is not allowed", input: value });
    }
  })
  // The type that the OpenAPI document shows for it.
  .register(z.globalRegistry, { type: "object", additionalProperties: { type: "string" } });

/** Names and values that the code finds in `process.env`. Null or empty: none. */
const Env = z.nullable(z.pipe(WITHOUT_PROTO, Variables));

/** `encrypted_env` and `iv` are always null; shipped clients expect these fields. */
export const Transformation = z.object({
  id: z.string(),
  team_id: z.string(),
  name: z.string(),
  code: z.string(),
  env: z.nullable(z.record(z.string(), z.string())),
  encrypted_env: z.null(),
  iv: z.null(),
  updated_at: Timestamp,
  created_at: Timestamp,
});
export type Transformation = z.output<typeof Transformation>;

export const TransformationInput = z.strictObject({
  name: Name,
  code: Code,
  env: z.optional(Env),
});
export type TransformationInput = z.output<typeof TransformationInput>;

/** A transformation inside a connection's rule. With nothing but a name, it refers to an existing transformation. */
export const InlineTransformation = z.strictObject({
  name: Name,
  code: z.optional(Code),
  env: z.optional(Env),
});
export type InlineTransformation = z.output<typeof InlineTransformation>;

const TransformationUpdate = z.strictObject({
  name: z.optional(Name),
  code: z.optional(Code),
  env: z.optional(Env),
});

const Filters = {
  id: z.optional(IdFilter),
  name: z.optional(NameFilter),
};
/** The filters of a list or a count, once parsed. */
export type TransformationFilters = z.output<z.ZodMiniObject<typeof Filters>>;

export const ConsoleLine = z.object({ type: z.enum(CONSOLE_TYPES), message: z.string() });
export type ConsoleLine = z.output<typeof ConsoleLine>;

/** Lists leave out the data; a single execution has it. */
export const Execution = z.object({
  id: z.string(),
  transformation_id: z.string(),
  team_id: z.string(),
  webhook_id: z.string(),
  original_event_data_id: z.string(),
  transformed_event_data_id: z.nullable(z.string()),
  log_level: z.enum(LOG_LEVELS),
  logs: z.array(ConsoleLine),
  issue_id: z.nullable(z.string()),
  original_event_data: z.optional(z.nullable(ShortEventData)),
  transformed_event_data: z.optional(z.nullable(ShortEventData)),
  updated_at: Timestamp,
  created_at: Timestamp,
});
export type Execution = z.output<typeof Execution>;

export const ExecutionQuery = {
  log_level: z.optional(nullableEnumFilter(LOG_LEVELS)),
  webhook_id: z.optional(IdFilter),
  issue_id: z.optional(IdFilter),
  created_at: z.optional(DateFilter),
};
/** The filters of a list of executions, once parsed. */
export type ExecutionFilters = z.output<z.ZodMiniObject<typeof ExecutionQuery>>;

const TrialCode = z.string().check(
  z.refine((code) => code.trim() !== "", CODE_IS_EMPTY),
  NOT_TOO_LONG,
  WITHOUT_NULL_CHARACTER,
);
/** A request that the caller made up to try code on. */
export const TrialRequest = z.strictObject(
  {
    headers: z.record(z.string(), z.string(), {
      error: ({ input }) => (input === undefined ? missingInput("headers") : undefined),
    }),
    body: z.optional(z.unknown()),
    path: z.optional(z.string()),
    query: z.optional(z.nullable(z.string())),
    parsed_query: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  },
  { error: ({ code }) => (code === "invalid_type" ? INPUT_IS_NO_REQUEST : undefined) },
);
export type TrialRequest = z.output<typeof TrialRequest>;

/**
 * Which code to run (`code`, or the code of `transformation_id`) on which request (`request`, or the one that
 * `event_id` came from). `code` and `env` beside a `transformation_id` replace those of the transformation.
 */
const Trial = z
  .strictObject({
    code: z.optional(z.nullable(TrialCode)),
    transformation_id: z.optional(z.nullable(z.string())),
    env: z.optional(Env),
    webhook_id: z.optional(z.nullable(z.string())),
    event_id: z.optional(z.nullable(z.string())),
    request: z.optional(z.nullable(TrialRequest)),
  })
  .check(({ value, issues }) => {
    if (value.code == null && value.transformation_id == null) {
      issues.push({ code: "custom", path: ["code"], message: CODE_IS_EMPTY, input: value });
    }
    if (value.request == null && value.event_id == null) {
      const message = missingInput("request");
      issues.push({ code: "custom", path: ["request"], message, input: value });
    }
  });

/** `request` is what the code returned. It is null if the code failed; then the last console line is the reason. */
export const TrialResult = z.object({
  request_id: z.nullable(z.string()),
  transformation_id: z.nullable(z.string()),
  execution_id: z.null(),
  log_level: z.enum(LOG_LEVELS),
  request: z.nullable(
    z.object({
      headers: z.record(z.string(), z.string()),
      path: z.string(),
      query: z.string(),
      parsed_query: z.record(z.string(), z.unknown()),
      body: z.unknown(),
    }),
  ),
  console: z.array(ConsoleLine),
});
export type TrialResult = z.output<typeof TrialResult>;

/** `failure_position` is the place in the code where it failed (line and column from 1), if there is one. */
export const EditorTrialResult = z.extend(TrialResult, {
  failure_position: z.nullable(z.object({ line: z.int(), column: z.int() })),
});
export type EditorTrialResult = z.output<typeof EditorTrialResult>;

const SORT_KEYS = ["created_at", "name", "updated_at"] as const;

export const listTransformations = defineEndpoint({
  method: "GET",
  path: "/transformations",
  summary: "List transformations",
  right: "see",
  query: listQuery(Filters, SORT_KEYS),
  reply: pageOf(Transformation),
});
export const searchTransformations = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/transformations",
  summary: "List transformations; every word of `search` occurs in the name",
  right: "see",
  query: listQuery({ ...Filters, search: z.optional(SearchedWords) }, SORT_KEYS),
  reply: pageOf(Transformation),
});
export const createTransformation = defineEndpoint({
  method: "POST",
  path: "/transformations",
  summary: "Create a transformation",
  right: "configure",
  body: TransformationInput,
  maxBodyBytes: API_CODE_BODY_MAX_BYTES,
  reply: Transformation,
  errors: [409],
});
export const upsertTransformation = defineEndpoint({
  method: "PUT",
  path: "/transformations",
  summary: "Create a transformation, or update the one of that name",
  right: "configure",
  body: TransformationInput,
  maxBodyBytes: API_CODE_BODY_MAX_BYTES,
  reply: Transformation,
});
export const countTransformations = defineEndpoint({
  method: "GET",
  path: "/transformations/count",
  summary: "Count transformations",
  right: "see",
  query: z.object(Filters),
  reply: Count,
});
const trying = {
  method: "PUT",
  path: "/transformations/run",
  right: "configure",
  body: Trial,
  maxBodyBytes: API_CODE_BODY_MAX_BYTES,
  errors: [404, 410],
} as const;
export const runTransformation = defineEndpoint({
  ...trying,
  summary: "Try code on a request; nothing is kept or delivered",
  reply: TrialResult,
});
/** No version of the public API has the position, so the editor asks at its own door. */
export const runTransformationInEditor = defineEndpoint({
  isForDashboard: true,
  ...trying,
  summary: "Try code on a request, and see where it failed",
  reply: EditorTrialResult,
});
export const getTransformation = defineEndpoint({
  method: "GET",
  path: "/transformations/{id}",
  summary: "Get a transformation",
  right: "see",
  reply: Transformation,
  errors: [404, 410],
});
export const updateTransformation = defineEndpoint({
  method: "PUT",
  path: "/transformations/{id}",
  summary: "Update a transformation, for every connection that uses it",
  right: "configure",
  body: TransformationUpdate,
  maxBodyBytes: API_CODE_BODY_MAX_BYTES,
  reply: Transformation,
  errors: [404, 409, 410, 412],
});
export const deleteTransformation = defineEndpoint({
  method: "DELETE",
  path: "/transformations/{id}",
  summary: "Delete a transformation that no connection uses",
  right: "configure",
  reply: DeletedId,
  errors: [404, 410],
});
export const listExecutions = defineEndpoint({
  hasDashboardDoor: true,
  method: "GET",
  path: "/transformations/{id}/executions",
  summary: "List what a transformation did",
  right: "see",
  query: listQuery(ExecutionQuery, ["created_at"]),
  reply: pageOf(Execution),
  errors: [404, 410],
});
export const getExecution = defineEndpoint({
  hasDashboardDoor: true,
  method: "GET",
  path: "/transformations/{id}/executions/{execution_id}",
  summary: "Get an execution with what came in and what came out",
  right: "see",
  reply: Execution,
  errors: [404, 410],
});
