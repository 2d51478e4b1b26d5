/** Differences that concern one field, one endpoint or one name. */
import { getAttempt } from "@posthorn/contract/attempts";
import { triggerBookmark } from "@posthorn/contract/bookmarks";
import { bulkRetryEvents, bulkRetryIgnoredEvents, bulkRetryRequests } from "@posthorn/contract/bulk";
import { getConnection, updateConnection, upsertConnection } from "@posthorn/contract/connections";
import { getDestination, updateDestination, upsertDestination } from "@posthorn/contract/destinations";
import { getEvent } from "@posthorn/contract/events";
import { getIssue, listIssues } from "@posthorn/contract/issues";
import { getIssueTrigger } from "@posthorn/contract/issue-triggers";
import { listIgnoredEvents, retryRequest } from "@posthorn/contract/request-events";
import { getRequest, listRequests } from "@posthorn/contract/requests";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import { getSource, updateSource, upsertSource } from "@posthorn/contract/sources";
import { getExecution, getTransformation } from "@posthorn/contract/transformations";
import { expect, test } from "vitest";
import { wire } from "../../testing/wire.ts";
import { attemptState } from "./attempt-state.ts";
import { awsRegion, regionOf } from "./aws-region.ts";
import { bookmarkTarget } from "./bookmark-target.ts";
import { bulkWithoutType } from "./bulk-shape.ts";
import { cliPath } from "./cli-path.ts";
import { deliveryGroup, noDeliveryGroups } from "./delivery-group.ts";
import { destinationUrl } from "./destination-url.ts";
import type { Difference } from "./difference.ts";
import { shortEventData } from "./event-data.ts";
import { eventRetryPair } from "./event-retry.ts";
import { executionResult } from "./execution-result.ts";
import {
  countsOfConnectionsOnly,
  eventMuteOnly,
  noBulkCancel,
  transformationsStay,
} from "./fewer-endpoints.ts";
import { ignoredEventCauses } from "./ignored-event-causes.ts";
import { ignoredEventMeta } from "./ignored-event-meta.ts";
import { fewerChannels, issueLogLevel } from "./issue-shape.ts";
import { payloadShape } from "./payload-shape.ts";
import { requestFilters, requestPriority, requestVerified } from "./request-shape.ts";
import { retryRuleCodes } from "./retry-rule-codes.ts";
import { transformBeforeFilter } from "./rule-order.ts";
import { sourceVerification } from "./source-verification.ts";
import { transformationWithoutCipher } from "./transformation-shape.ts";
import { shopifyConfigs, vercelLogDrains } from "./verification-configs.ts";
import { fewerVerificationTypes } from "./verification-types.ts";
import { wireVersion } from "./wire-version.ts";

const issue = (log_level: unknown) => ({
  id: "iss_1",
  type: "transformation",
  aggregation_keys: { transformation_id: ["trs_1"], log_level },
});

test("an issue of a transformation has one level, in a list and alone", () => {
  const { reply } = wire(getIssue, issueLogLevel);

  expect(reply(issue(["fatal"]))).toEqual(issue("fatal"));
  expect(wire(listIssues, issueLogLevel).reply({ models: [issue(["warn"])] })).toEqual({
    models: [issue("warn")],
  });
  expect(reply({ type: "delivery", aggregation_keys: { log_level: ["fatal"] } })).toEqual({
    type: "delivery",
    aggregation_keys: { log_level: ["fatal"] },
  });
});

test("a trigger shows the channels that its version knows", () => {
  const { reply } = wire(getIssueTrigger, fewerChannels);
  const channels = { email: {}, slack: { channel_name: "#ops" } };

  expect(reply({ id: "it_1", channels: { ...channels, pagerduty: {}, discord: {} } })).toEqual({
    id: "it_1",
    channels,
  });
  expect(reply({ id: "it_1", channels: null })).toEqual({ id: "it_1", channels: null });
});

test("the data of an event is what came in, and no more", () => {
  const data = { path: "/", query: null, parsed_query: {}, headers: {}, body: {} };
  const { reply } = wire(getEvent, shortEventData);

  expect(reply({ id: "evt_1", data: { ...data, url: "u", method: "POST", appended_headers: [] } })).toEqual({
    id: "evt_1",
    data,
  });
  expect(reply({ id: "evt_1", data: null })).toEqual({ id: "evt_1", data: null });
  expect(reply({ id: "evt_1" })).toEqual({ id: "evt_1" });
});

test("a retry of a request answers both in this version's shape", () => {
  const { reply } = wire(retryRequest, shortEventData, requestPriority);

  expect(reply({ request: { id: "req_1" }, events: null })).toEqual({
    request: { id: "req_1", ingest_priority: null },
    events: null,
  });
});

test("requests have a priority, and two filters less", () => {
  expect(wire(getRequest, requestPriority).reply({ id: "req_1" })).toEqual({
    id: "req_1",
    ingest_priority: null,
  });
  const { query } = wire(listRequests, requestFilters);
  expect(query({ created_at: "2026-01-01", cli_events_count: "1", events_count: "1" })).toEqual({
    events_count: "1",
  });
  const { body } = wire(bulkRetryRequests.create, requestFilters);
  expect(body({ query: { created_at: "2026-01-01" } })).toEqual(["query.created_at is not allowed"]);
});

test("a transformation is put before the filters that it was sent after", () => {
  const filter = { type: "filter", body: { a: 1 } };
  const delay = { type: "delay", delay: 1 };
  const transform = { type: "transform", transformation_id: "trs_1" };
  const retry = { type: "retry", strategy: "linear" };
  const { body } = wire(updateConnection, transformBeforeFilter);
  const orderOf = (...rules: object[]) => (body({ rules }) as { rules: object[] }).rules;

  expect(orderOf(delay, filter, transform, retry)).toEqual([delay, transform, filter, retry]);
  expect(orderOf(filter, { ...transform, type: "transformation" })).toEqual([
    { ...transform, type: "transformation" },
    filter,
  ]);
  expect(orderOf(transform, filter)).toEqual([transform, filter]);
  expect(orderOf(retry, transform)).toEqual([retry, transform]);
  expect(orderOf(filter, delay)).toEqual([filter, delay]);
  expect(body({ name: "c" })).toEqual({ name: "c" });
  const { body: connect } = wire(upsertConnection, transformBeforeFilter);
  const ends = { source_id: "src_1", destination_id: "des_1" };
  expect(connect({ ...ends, rules: [filter, transform] })).toEqual({ ...ends, rules: [transform, filter] });
});

test("rules are shown in the order that they have", () => {
  const rules = [
    { type: "filter", body: {} },
    { type: "transform", transformation_id: "trs_1" },
  ];

  expect(wire(getConnection, transformBeforeFilter).reply({ rules })).toEqual({ rules });
});

test("a trigger may name a target", () => {
  const { body } = wire(triggerBookmark, bookmarkTarget);

  expect(body({ target: "http" })).toEqual({});
  expect(body({ target: "cli" })).toEqual({});
  expect(body(undefined)).toBe(undefined);
  expect(body(null)).toBe(null);
  expect(body({ target: "moon" })).toEqual(["target must be one of [http, cli]"]);
  expect(wire(triggerBookmark).body({ target: "http" })).toEqual(["target is not allowed"]);
});

test("a bulk operation has no type", () => {
  const { reply } = wire(bulkRetryEvents.get, bulkWithoutType);

  expect(reply({ id: "bch_1", type: "events.retry", query: {} })).toEqual({ id: "bch_1", query: {} });
  const { reply: list } = wire(bulkRetryEvents.list, bulkWithoutType);
  expect(list({ count: 1, models: [{ id: "bch_1", type: "events.retry" }] })).toEqual({
    count: 1,
    models: [{ id: "bch_1" }],
  });
});

const absent = (difference: Difference) => {
  const { endpoints } = wireVersion("then", [difference], PUBLIC_ENDPOINTS);
  return PUBLIC_ENDPOINTS.filter((endpoint) => !endpoints.includes(endpoint)).map(
    ({ method, path }) => `${method} ${path}`,
  );
};

test.each([
  [eventMuteOnly, ["PUT /events/{id}/cancel"]],
  [countsOfConnectionsOnly, ["GET /sources/count", "GET /destinations/count", "GET /transformations/count"]],
  [transformationsStay, ["DELETE /transformations/{id}"]],
  [
    noBulkCancel,
    [
      "GET /bulk/events/cancel",
      "POST /bulk/events/cancel",
      "GET /bulk/events/cancel/plan",
      "GET /bulk/events/cancel/{id}",
      "POST /bulk/events/cancel/{id}/cancel",
    ],
  ],
])("endpoints that came later are not there: $name", (difference, gone) => {
  expect(absent(difference)).toEqual(gone);
});

test("attempts have a state", () => {
  expect(wire(getAttempt, attemptState).reply({ status: "FAILED" })).toEqual({
    status: "FAILED",
    state: "COMPLETED",
  });
});

test("a filtered event names one part", () => {
  const { reply } = wire(listIgnoredEvents, ignoredEventMeta);
  const metaOf = (meta: unknown) => (reply({ models: [{ meta }] }) as { models: unknown[] }).models[0];

  expect(metaOf(["headers", "body"])).toEqual({ meta: "headers" });
  expect(metaOf({ transformation_id: "trs_1" })).toEqual({ meta: { transformation_id: "trs_1" } });
  expect(metaOf(null)).toEqual({ meta: null });
});

test("a retry of an event answers a pair", () => {
  const event = { id: "evt_1", status: "QUEUED" };

  expect(wire(getEvent, eventRetryPair).reply(event)).toBe(event);
});

const sourceWith = (type: string, auth?: object) => ({
  type,
  authenticated: true,
  config: { allowed_http_methods: ["POST"], custom_response: null, ...(auth && { auth }) },
});

test("the secret of log drains has its older name", () => {
  const { body } = wire(upsertSource, sourceVerification, vercelLogDrains);
  const { reply } = wire(getSource, sourceVerification, vercelLogDrains);
  const verification = { type: "vercel_log_drains", configs: { vercel_log_drains_secret: "s" } };

  expect(body({ name: "s", verification })).toEqual({
    name: "s",
    type: "VERCEL_LOG_DRAINS",
    config: { auth: { log_drains_secret: "s" } },
  });
  expect(reply(sourceWith("VERCEL_LOG_DRAINS", { log_drains_secret: "s" }))).toMatchObject({ verification });
  expect(reply(sourceWith("STRIPE", { log_drains_secret: "s" }))).toMatchObject({
    verification: { configs: { log_drains_secret: "s" } },
  });
});

test("Shopify's other configs are left out", () => {
  const { body } = wire(updateSource, sourceVerification, shopifyConfigs);
  const others = { rate_limit: 1, rate_limit_period: "second", api_key: "k", api_secret: "s", shop: "x" };
  const sent = (type: string) => ({
    verification: { type, configs: { webhook_secret_key: "s", ...others } },
  });

  expect(body(sent("shopify"))).toMatchObject({ config: { auth: { webhook_secret_key: "s" } } });
  expect(body(sent("SHOPIFY"))).not.toMatchObject({ config: { auth: { shop: "x" } } });
  expect(body(sent("stripe"))).toMatchObject({ config: { auth: others } });
  expect(body({ verification: { type: "shopify" } })).toEqual({ type: "SHOPIFY" });
});

test("four verification types are not known by their small names yet", () => {
  const { reply } = wire(getSource, sourceVerification, fewerVerificationTypes);

  for (const type of ["PAYPAL", "TREEZOR", "PRAXIS", "BRIDGE_XYZ"])
    expect(reply(sourceWith(type))).toMatchObject({ verification: { type } });
  expect(reply(sourceWith("STRIPE"))).toMatchObject({ verification: { type: "stripe" } });
  expect(reply({ ...sourceWith("STRIPE"), authenticated: false })).toMatchObject({ verification: null });
});

test.each([
  ["https://sqs.eu-west-1.amazonaws.com/1/q", { service: "sqs", region: "eu-west-1" }],
  ["https://a.execute-api.us-east-2.amazonaws.com/", { service: "execute-api", region: "us-east-2" }],
  ["https://a.lambda-url.us-gov-west-1.on.aws", { service: "lambda", region: "us-gov-west-1" }],
  ["https://sns.cn-north-1.amazonaws.com.cn", { service: "sns", region: "cn-north-1" }],
  ["https://sqs.eu-west-1.amazonaws.com.example.org", null],
  ["https://example.com", null],
])("the region and service of %s", (url, expected) => {
  expect(regionOf(url)).toEqual(expected);
});

test("an AWS signature need not say what the address says", () => {
  const { body } = wire(upsertDestination, destinationUrl, awsRegion);
  const keys = { access_key_id: "a", secret_access_key: "s" };
  const authOf = (url: string, config: object) =>
    (
      body({ name: "q", url, auth_method: { type: "AWS_SIGNATURE", config } }) as {
        config: { auth: object };
      }
    ).config.auth;

  expect(authOf("https://sqs.eu-west-1.amazonaws.com", keys)).toEqual({
    ...keys,
    service: "sqs",
    region: "eu-west-1",
  });
  expect(authOf("https://sqs.eu-west-1.amazonaws.com", { ...keys, region: "us-east-1" })).toEqual({
    ...keys,
    service: "sqs",
    region: "us-east-1",
  });
  expect(authOf("https://example.com", keys)).toEqual(keys);
  const basic = { type: "BASIC_AUTH", config: { username: "u", password: "p" } };
  expect(body({ name: "q", url: "https://sqs.eu-west-1.amazonaws.com", auth_method: basic })).toMatchObject({
    config: { auth: basic.config },
  });
});

test("a transformation has no cipher", () => {
  const { reply } = wire(getTransformation, transformationWithoutCipher);

  expect(reply({ id: "trs_1", env: null, encrypted_env: null, iv: null })).toEqual({
    id: "trs_1",
    env: null,
  });
});

test("an event says which group it is in; before, nobody does", () => {
  const later = wire(getEvent, deliveryGroup);
  const before = wire(getEvent, noDeliveryGroups);

  expect(later.reply({ id: "evt_1" })).toEqual({ id: "evt_1", delivery_group: null });
  expect(later.reply({ id: "evt_1", delivery_group: "a" })).toEqual({ id: "evt_1", delivery_group: "a" });
  expect(before.reply({ id: "evt_1", delivery_group: "a" })).toEqual({ id: "evt_1" });
  const groups = { key: "path", rate: 1, rate_period: "second" };
  expect(wire(getDestination, noDeliveryGroups).reply({ config: { delivery_groups: groups } })).toEqual({
    config: {},
  });
  expect(wire(updateDestination, noDeliveryGroups).body({ config: { delivery_groups: groups } })).toEqual([
    "config.delivery_groups is not allowed",
  ]);
  const query = { query: { delivery_group: "a" } };
  expect(wire(bulkRetryEvents.create, noDeliveryGroups).body(query)).toEqual([
    "query.delivery_group is not allowed",
  ]);
});

test("a request has no status of ours, and was verified or not", () => {
  const { reply } = wire(getRequest, requestVerified);
  const shown = (verified: boolean | null) =>
    reply({ id: "req_1", verified, status: "accepted", retried: false });

  expect([true, false, null].map(shown)).toEqual(
    [true, false, false].map((verified) => ({ id: "req_1", verified })),
  );
});

test("a duplicate is shown, found and retried as filtered", () => {
  const { reply } = wire(listIgnoredEvents, ignoredEventCauses);
  const bulk = wire(bulkRetryIgnoredEvents.create, ignoredEventCauses);
  const plan = wire(bulkRetryIgnoredEvents.plan, ignoredEventCauses);

  expect(reply({ models: [{ cause: "DUPLICATE", meta: null, updated_at: "x" }] })).toEqual({
    models: [{ cause: "FILTERED", meta: null }],
  });
  expect(reply({ models: [{ cause: "DISABLED" }] })).toEqual({ models: [{ cause: "DISABLED" }] });
  const canonical = { cause: ["FILTERED", "DUPLICATE"] };
  expect(bulk.body({ query: { cause: "FILTERED" } })).toEqual({ query: canonical });
  expect(plan.query({ query: '{"cause":["FILTERED"]}' })).toEqual({ query: canonical });
  expect(bulk.reply({ query: canonical })).toEqual({ query: { cause: "FILTERED" } });
  expect(bulk.body({ query: { cause: "DUPLICATE" } })).toEqual([
    "query.cause must be one of [DISABLED, FILTERED, TRANSFORMATION_FAILED, CLI_DISCONNECTED]",
  ]);
});

test("what a payload lacks is empty, and a scalar body is a text", () => {
  const [request, event, attempt] = [getRequest, getEvent, getAttempt].map(
    (endpoint) => wire(endpoint, payloadShape).reply,
  );
  const data = { path: "/", query: null, parsed_query: null, headers: {}, body: 5 };
  const empty = { query: "", parsed_query: {}, headers: {}, body: "5" };

  expect(request?.({ data })).toEqual({ data: { ...empty, path: "", is_large_payload: false } });
  expect(request?.({ data: { ...data, path: "/a", body: { n: 5 }, is_large_payload: true } })).toEqual({
    data: { ...empty, path: "/a", body: { n: 5 }, is_large_payload: true },
  });
  expect(event?.({ data: { ...data, url: "u" } })).toEqual({ data: { ...empty, path: "/", url: "u" } });
  expect(request?.({ data: null })).toEqual({ data: null });
  expect([true, null, "5", [5]].map((body) => attempt?.({ body }))).toEqual(
    ["true", null, "5", [5]].map((body) => ({ body })),
  );
  expect(attempt?.({ id: "atm_1" })).toEqual({ id: "atm_1" });
});

test("the path of a CLI destination gets its slash", () => {
  const { body } = wire(updateDestination, cliPath);
  const pathOf = (path: unknown) => body({ config: { path } });

  expect(pathOf("a/b")).toEqual({ config: { path: "/a/b" } });
  expect(pathOf("/a")).toEqual({ config: { path: "/a" } });
  expect(pathOf(null)).toEqual({ config: { path: null } });
  expect(wire(upsertDestination, cliPath, destinationUrl).body({ name: "d", cli_path: "" })).toEqual({
    name: "d",
    type: "CLI",
    config: { path: "/" },
  });
});

test("a retry rule names responses only if it selects some", () => {
  const { reply } = wire(getConnection, retryRuleCodes);
  const retry = { type: "retry", strategy: "linear" };
  const delay = { type: "delay", delay: 1 };

  expect(reply({ rules: [{ ...retry, response_status_codes: null }, delay] })).toEqual({
    rules: [retry, delay],
  });
  const selected = { rules: [{ ...retry, response_status_codes: ["500"] }] };
  expect(reply(selected)).toEqual(selected);
});

test("an execution without a result has an empty id for it", () => {
  const { reply } = wire(getExecution, executionResult);

  expect(reply({ transformed_event_data_id: null })).toEqual({ transformed_event_data_id: "" });
  expect(reply({ transformed_event_data_id: "edt_1" })).toEqual({ transformed_event_data_id: "edt_1" });
});

test("a custom signature always has a config, and writing it back keeps the secret", () => {
  const { reply } = wire(getDestination, destinationUrl);
  const { body } = wire(updateDestination, destinationUrl);
  const auth_method = { type: "CUSTOM_SIGNATURE", config: { key: "" } };

  const config = {
    auth_type: "CUSTOM_SIGNATURE",
    auth: {},
    http_method: null,
    path_forwarding_disabled: false,
  };
  expect(reply({ type: "HTTP", config })).toMatchObject({ auth_method });
  expect(body({ auth_method })).toEqual({ config: { auth_type: "CUSTOM_SIGNATURE", auth: {} } });
  expect(body({ auth_method: { ...auth_method, config: { key: "x-sig" } } })).toEqual({
    config: { auth_type: "CUSTOM_SIGNATURE", auth: { key: "x-sig" } },
  });
});
