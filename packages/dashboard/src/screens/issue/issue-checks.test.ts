import { parseSearch } from "@posthorn/contract/search-codec";
import { expect, test } from "vitest";
import { aConnection } from "../../resources/connections/test-connections.ts";
import { anAttempt, anEvent } from "../../resources/events/test-events.ts";
import {
  aBackpressureIssue,
  aDeliveryIssue,
  aRequestIssue,
  aTransformationIssue,
} from "../../resources/issues/test-issues.ts";
import { aTransformation, TRANSFORMATION_ID } from "../../resources/transformations/test-transformations.ts";
import { EventsSearch } from "../events/events-url.ts";
import { checksOf, type Check } from "./issue-checks.ts";

const CONNECTION = aConnection(1);
const { destination: DESTINATION, source: SOURCE } = CONNECTION;
/** Ten minutes before the issues of these tests were first seen. */
const BEFORE = "2026-11-14T13:50:00.000Z";
const AT = "2026-11-14T14:30:00.000Z";

const problems = (checks: readonly Check[]) =>
  checks.filter(({ isProblem }) => isProblem).map(({ title }) => title);
const addresses = (checks: readonly Check[]) => checks.map(({ link }) => link?.address);

test("a delivery: what came back, the URL, the rate, what else fails, and how to go on", () => {
  const attempt = anAttempt(1, { response_status: 503, body: "upstream is down\nat proxy" });
  const issue = aDeliveryIssue(1, {
    reference: { event_id: anEvent(1).id, attempt_id: attempt.id },
    data: { trigger_event: null, trigger_attempt: attempt },
  });

  const checks = checksOf(issue, { connection: CONNECTION });

  expect(problems(checks)).toEqual([]);
  expect(checks[0]?.text).toContain("It answered 503 Service Unavailable: upstream is down.");
  expect(checks[1]?.text).toContain(DESTINATION.config.url);
  const alike = addresses(checks).find((address) => address?.startsWith("/events?"));
  expect(EventsSearch.parse(parseSearch(alike?.slice("/events".length) ?? ""))).toMatchObject({
    destination_id: [DESTINATION.id],
    response_status: { gte: 503, lte: 503 },
  });
  expect(addresses(checks)).toEqual([
    `/issues/${issue.id}?tab=response`,
    `/destinations/${DESTINATION.id}/settings`,
    `/destinations/${DESTINATION.id}/settings`,
    `/events?destination_id[0]=${DESTINATION.id}&status[0]=FAILED&response_status[gte]=503&response_status[lte]=503&date[relative]=1_month`,
    `/events/${anEvent(1).id}`,
  ]);
});

test("an error leads to events with the same error, and a wrong path says nothing about rates", () => {
  const keys = aDeliveryIssue(1).aggregation_keys;
  const timeout = aDeliveryIssue(1, {
    aggregation_keys: { ...keys, response_status: [], error_code: ["TIMEOUT"] },
  });
  const notFound = aDeliveryIssue(1, { aggregation_keys: { ...keys, response_status: [404] } });
  const titles = (issue: typeof timeout) =>
    checksOf(issue, { connection: CONNECTION }).map(({ title }) => title);

  expect(addresses(checksOf(timeout, { connection: CONNECTION }))).toContainEqual(
    expect.stringContaining("error_code[0]=TIMEOUT"),
  );
  expect(titles(timeout)).toContain("Compare the max delivery rate with what the server can take");
  expect(titles(notFound)).not.toContain("Compare the max delivery rate with what the server can take");
});

test("where nothing came back, nothing is to be read", () => {
  const attempt = anAttempt(1, { response_status: null, error_code: "CONNECTION_REFUSED", body: null });
  const issue = aDeliveryIssue(1, { data: { trigger_event: null, trigger_attempt: attempt } });

  const titles = checksOf(issue, { connection: CONNECTION }).map(({ title }) => title);

  expect(titles).toContain("Check the URL");
  expect(titles).not.toContain("Read what came back");
});

test("what was changed shortly before, or stopped since, comes first", () => {
  const connection = {
    ...CONNECTION,
    paused_at: AT,
    destination: { ...DESTINATION, updated_at: BEFORE, created_at: "2026-01-01T00:00:00.000Z" },
  };

  const checks = checksOf(aDeliveryIssue(1), { connection });

  expect(problems(checks)).toEqual([
    "The connection is paused",
    "orders-api was changed 10 min before this began",
  ]);
  expect(checks.findIndex(({ isProblem }) => !isProblem)).toBe(2);
});

test.each([
  ["after it began", { updated_at: AT, created_at: "2026-01-01T00:00:00.000Z" }],
  ["days before", { updated_at: "2026-11-10T00:00:00.000Z", created_at: "2026-01-01T00:00:00.000Z" }],
  ["never: it was created then", { updated_at: BEFORE, created_at: "2026-11-14T13:49:59.950Z" }],
])("a change explains nothing if it was %s", (_when, times) => {
  const connection = { ...CONNECTION, destination: { ...DESTINATION, ...times } };

  expect(problems(checksOf(aDeliveryIssue(1), { connection }))).toEqual([]);
});

test("an issue that opened again is compared with its opening", () => {
  const again = aDeliveryIssue(1, { opened_at: "2026-11-20T10:00:00.000Z" });
  const changed = { updated_at: "2026-11-20T09:00:00.000Z", created_at: "2026-01-01T00:00:00.000Z" };
  const connection = { ...CONNECTION, destination: { ...DESTINATION, ...changed } };

  expect(problems(checksOf(again, { connection }))).toEqual(["orders-api was changed 1 h before this began"]);
});

test("what was deleted leaves the steps that need nothing of it", () => {
  expect(checksOf(aDeliveryIssue(1), {}).map(({ title }) => title)).toEqual([
    "Read what came back",
    "When you have fixed it, retry one event first",
  ]);
});

test("code that failed: its console, a run with the same input, and the retry", () => {
  const issue = aTransformationIssue(1, {
    aggregation_keys: { transformation_id: [TRANSFORMATION_ID], log_level: ["fatal"] },
  });

  const checks = checksOf(issue, { transformation: aTransformation() });

  expect(addresses(checks)).toEqual([
    `/issues/${issue.id}/executions`,
    `/transformations/${TRANSFORMATION_ID}/edit`,
    undefined,
  ]);
  expect(checks.at(-1)?.title).toBe("When you have fixed it, retry what was ignored");
});

test("a backlog: the rate, and the charts that show the other causes", () => {
  const issue = aBackpressureIssue(1);
  const limited = {
    ...DESTINATION,
    config: { ...DESTINATION.config, rate_limit: 1, rate_limit_period: "second" as const },
  };
  const backlog = { arrivesPerMinute: 90, deliveredPerMinute: 60, waiting: 400 };

  const checks = checksOf(issue, { destination: limited, backlog });

  expect(problems(checks)).toEqual(["More arrives than its max delivery rate allows"]);
  expect(checks[0]?.text).toBe(
    "It gets 90 events a minute, and 1 per second allows 60. Raise it, if the server can take more.",
  );
  expect(addresses(checks)).toContain(`/issues/${issue.id}?expanded=error-rate`);
  expect(problems(checksOf(issue, { destination: DESTINATION, backlog }))).toEqual([]);
});

test("rejected requests: a sample, the settings, and the retry", () => {
  const issue = aRequestIssue(1, { reference: { request_id: "req_1" } });

  expect(addresses(checksOf(issue, { source: SOURCE }))).toEqual([
    "/requests/req_1",
    `/sources/${issue.aggregation_keys.source_id[0]}/settings`,
    expect.stringContaining("rejection_cause[0]=VERIFICATION_FAILED"),
  ]);
  expect(problems(checksOf(issue, { source: { ...SOURCE, disabled_at: AT } }))).toEqual([
    "stripe is disabled",
  ]);
});
