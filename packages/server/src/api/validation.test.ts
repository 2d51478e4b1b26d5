import { createSource, updateSource } from "@posthorn/contract/sources";
import { SOURCE_TYPES } from "@posthorn/contract/source-types";
import { createConnection } from "@posthorn/contract/connections";
import { createDestination } from "@posthorn/contract/destinations";
import { listEvents } from "@posthorn/contract/events";
import type { Endpoint } from "@posthorn/contract/endpoint";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { ApiError } from "./api-error.ts";
import { parseInput, pathText } from "./validation.ts";

function refusal(endpoint: Endpoint, part: "body" | "query", input: unknown): ApiError {
  try {
    parseInput(endpoint[part], input, part);
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error("The input was accepted");
}
const bodyTexts = (endpoint: Endpoint, input: unknown) => refusal(endpoint, "body", input).data;
const queryTexts = (input: unknown) => refusal(listEvents, "query", input).data;

test("a path is written with dots and indexes", () => {
  expect(pathText(["config", "auth", "username"], "body")).toBe("config.auth.username");
  expect(pathText(["measures", 0], "body")).toBe("measures[0]");
  expect(pathText([], "body")).toBe("body");
});

test("each rule has its sentence, built from the path of the field", () => {
  expect(bodyTexts(createSource, {})).toEqual(["name is required"]);
  expect(bodyTexts(createSource, undefined)).toEqual(["body is required"]);
  expect(bodyTexts(createSource, [])).toEqual(["body must be of type object"]);
  expect(bodyTexts(createSource, { name: 5 })).toEqual(["name must be of type string"]);
  expect(bodyTexts(createSource, { name: "a", config: 5 })).toEqual(["config must be of type object"]);
  expect(bodyTexts(createSource, { name: "a", type: "stripe" })).toEqual([
    `type must be one of [${SOURCE_TYPES.join(", ")}]`,
  ]);
  expect(bodyTexts(createSource, { name: "a", config: { allowed_http_methods: ["post"] } })).toEqual([
    "config.allowed_http_methods[0] must be one of [GET, POST, PUT, PATCH, DELETE, HEAD, QUERY]",
  ]);
  expect(bodyTexts(createSource, { name: "a".repeat(156) })).toEqual([
    "name length must be less than or equal to 155 characters long",
  ]);
  expect(bodyTexts(createSource, { name: "a b" })).toEqual([
    "name may contain only letters, digits, hyphens and underscores",
  ]);
});

test("sentences of the contract are kept as they are", () => {
  expect(bodyTexts(createDestination, { name: "a", config: { url: "ftp://x" } })).toEqual([
    "Must be a valid HTTP url",
  ]);
  expect(bodyTexts(createSource, { name: "a", config: { allowed_http_methods: [] } })).toEqual([
    "At least one HTTP method must be selected",
  ]);
});

test("the message names the unknown field with its path, and the data names all of them", () => {
  const error = refusal(createDestination, "body", { name: "a", colour: "red", config: { x: 1 } });

  expect(error.message).toBe("Unknown field: config.x");
  expect(error.data).toEqual(["config.x is not allowed", "colour is not allowed"]);
  const poisoned = refusal(createSource, "body", JSON.parse('{"name":"a","__proto__":{"admin":true}}'));
  expect(poisoned.message).toBe("Unknown field: __proto__");
  expect(poisoned.data).toEqual(["__proto__ is not allowed"]);
});

test("a source's config without its type is refused", () => {
  expect(bodyTexts(updateSource, { config: {} })).toEqual(["config is not allowed"]);
});

test("each end of a connection is given exactly once", () => {
  const destination = { name: "d", config: { url: "http://x.test" } };

  expect(bodyTexts(createConnection, { source: { name: "s" } })).toEqual(["destination is required"]);
  expect(bodyTexts(createConnection, { source: { name: "s" }, source_id: "src_1", destination })).toEqual([
    "source is not allowed together with its id",
  ]);
  expect(bodyTexts(createConnection, { source: {}, destination })).toEqual(["source.name is required"]);
});

test.each([
  [[{}], "rules[0].type is required"],
  [[{ type: "repeat" }], "rules[0].type must be one of [retry, delay, filter, deduplicate, transform]"],
  [[{ type: "deduplicate" }], "rules[0].window is required"],
  [[{ type: "delay" }], "rules[0].delay is required"],
  [[{ type: "delay", delay: 1, x: 1 }], "rules[0].x is not allowed"],
  [
    [{ type: "delay", delay: 8_640_000_000_000_000 }],
    "rules[0].delay must be less than or equal to 31536000000",
  ],
  [
    [{ type: "retry", strategy: "linear", interval: 604_800_001 }],
    "rules[0].interval must be less than or equal to 604800000",
  ],
  [[{ type: "retry", strategy: "wild" }], "rules[0].strategy must be one of [linear, exponential]"],
  [[{ type: "retry", strategy: "linear", count: -1 }], "rules[0].count must be larger than or equal to 0"],
  [
    [
      { type: "delay", delay: 1 },
      { type: "delay", delay: 2 },
    ],
    "rules[1] is not allowed, there is one of this type already",
  ],
  [[{ type: "filter", body: { a: { $ref: "b..c" } } }], "Filter is too complex"],
])("rules %j are refused: %s", (rules, text) => {
  expect(bodyTexts(createConnection, { source_id: "src_1", destination_id: "des_1", rules })).toEqual([text]);
});

test("a delay of a year and a retry interval of a week are accepted", () => {
  const rules = [
    { type: "delay", delay: 31_536_000_000 },
    { type: "retry", strategy: "linear", interval: 604_800_000 },
  ];

  const body = { source_id: "src_1", destination_id: "des_1", rules };
  expect(() => parseInput(createConnection.body, body, "body")).not.toThrow();
});

test("of the ways a filter can be written, the one that was meant is complained about", () => {
  expect(queryTexts({ status: "failed" })).toEqual([
    "status must be one of [SCHEDULED, QUEUED, HOLD, SUCCESSFUL, FAILED, CANCELLED]",
  ]);
  expect(queryTexts({ status: ["FAILED", "nope"] })).toEqual([
    "status[1] must be one of [SCHEDULED, QUEUED, HOLD, SUCCESSFUL, FAILED, CANCELLED]",
  ]);
  expect(queryTexts({ created_at: "yesterday" })).toEqual(["created_at must be a valid date"]);
  expect(queryTexts({ created_at: { gte: "2026-13-45" } })).toEqual(["created_at.gte must be a valid date"]);
  expect(queryTexts({ created_at: { near: "2026-01-01" } })).toEqual(["created_at.near is not allowed"]);
  const tooMany = Array.from({ length: 251 }, (_item, at) => `evt_${at}`);
  for (const id of [tooMany, tooMany.join()]) {
    expect(queryTexts({ id })).toEqual(["id must contain a number of items less than or equal to 250"]);
  }
  expect(queryTexts({ attempts: "many" })).toEqual(["attempts must be a number"]);
  expect(queryTexts({ limit: "256" })).toEqual(["limit must be less than or equal to 255"]);
  expect(queryTexts({ limit: "-1" })).toEqual(["limit must be larger than or equal to 0"]);
  expect(queryTexts({ order_by: "name" })).toEqual(["order_by must be one of [created_at, last_attempt_at]"]);
});

test("texts that another part of the program brings into zod change nothing", () => {
  const before = z.config();
  z.config(z.locales.en());

  expect(
    bodyTexts(createSource, { name: "a", type: 5, y: 1, config: { allowed_http_methods: ["x"] } }),
  ).toEqual([
    `type must be one of [${SOURCE_TYPES.join(", ")}]`,
    "config.allowed_http_methods[0] must be one of [GET, POST, PUT, PATCH, DELETE, HEAD, QUERY]",
    "y is not allowed",
  ]);
  z.config({ localeError: before.localeError });
});
