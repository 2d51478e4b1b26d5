/**
 * What has happened in the sample project in the last 24 hours?
 *
 * Pure, and the same every time but for the clock, so that tests and pictures can rely on it. Nothing of it is still to
 * come: each event was delivered, has failed for good, or is held by a paused connection. So no process ever sends any of
 * it by itself.
 *
 * The story: in the night, orders-api was down for an hour, and a bulk retry delivered what had failed. In the afternoon a
 * deploy broke the ledger, and it has refused every payment since. The releases are paused.
 */
import type { AttemptTrigger, IgnoredCause, LogLevel, RejectionCause } from "@posthorn/contract/causes";
import type { ConsoleLine } from "@posthorn/contract/transformations";
import { brokenOrder, browserVisit, checkRun, order, payment, type SentRequest } from "./senders.ts";
import { ATTEMPTS_MAX, RETRY_AFTER_MS, type SampleConnection, type SampleSource } from "./shop.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A little less than a day, so that every row stays within the last 24 hours for a while. */
const LENGTH_MS = 23.5 * HOUR_MS;
/** The last retry of the last request is over by then. */
const ENDED_BEFORE_MS = 5 * MINUTE_MS;
/** How far the flow of requests swings around its mean. */
const SWING = 0.6;

export const ORDERS = 130;
export const PAYMENTS = 96;
const CHECK_RUNS = 56;
/** Requests that came while the releases were paused. */
export const HELD = 9;
export const BROKEN_ORDERS = 8;

export interface SampleAttempt {
  atMs: number;
  trigger: AttemptTrigger;
  response_status: number;
  response_ms: number;
}

/** What the transformation did with the request. */
export interface SampleRun {
  log_level: LogLevel;
  logs: readonly ConsoleLine[];
  /** Null: the run has failed. */
  body: string | null;
}

export type SampleOutcome = { connection: SampleConnection; run: SampleRun | null } & (
  | { ignored: IgnoredCause }
  | { ignored: null; status: "SUCCESSFUL" | "FAILED" | "HOLD"; attempts: readonly SampleAttempt[] }
);

export interface SampleRequest extends SentRequest {
  source: SampleSource;
  atMs: number;
  rejection_cause: RejectionCause | null;
  /** Empty for a rejected request. */
  outcomes: readonly SampleOutcome[];
}

export interface SampleDay {
  /** When people set all of this up. */
  beganMs: number;
  requests: readonly SampleRequest[];
  /** When the bulk retry ran, after orders-api was back. */
  bulkRetryMs: number;
  /** When the ledger was deployed. */
  deployedMs: number;
  /** When somebody paused the releases. */
  pausedMs: number;
}

export function sampleDay(nowMs: number): SampleDay {
  const endMs = nowMs - ENDED_BEFORE_MS;
  const startMs = nowMs - LENGTH_MS;
  const at = (share: number) => Math.trunc(startMs + share * (endMs - startMs));
  const times: Times = {
    downFromMs: at(0.3),
    downUntilMs: at(0.345),
    bulkRetryMs: at(0.36),
    deployedMs: at(0.79),
    pausedMs: endMs - 35 * MINUTE_MS,
  };
  const spread = (count: number) =>
    Array.from({ length: count }, (_none, number) => {
      const share = (number + 0.5) / count;
      return at(share - (SWING / (2 * Math.PI)) * Math.sin(2 * Math.PI * share));
    });
  const requests = [
    ...spread(ORDERS).map((atMs, number) => orderRequest(number, atMs, times)),
    ...spread(PAYMENTS).map((atMs, number) => paymentRequest(number, atMs + 7_000, times)),
    ...spread(CHECK_RUNS)
      .filter((atMs) => atMs < times.pausedMs - MINUTE_MS)
      .flatMap((atMs, number) => checkRunRequests(number, atMs + 19_000)),
    ...Array.from({ length: HELD }, (_none, number) =>
      heldRequest(CHECK_RUNS + number, times.pausedMs + (number + 1) * 3 * MINUTE_MS),
    ),
    ...Array.from({ length: BROKEN_ORDERS }, (_none, number) =>
      rejected("UNPARSABLE_JSON", minuteOf(at(0.56)) + number * 6_000, brokenOrder(ORDERS + number)),
    ),
    ...[0.21, 0.48, 0.9].map((share) => rejected("UNSUPPORTED_HTTP_METHOD", at(share), browserVisit())),
  ];
  return {
    beganMs: startMs - HOUR_MS,
    requests: requests.toSorted((one, other) => one.atMs - other.atMs),
    bulkRetryMs: times.bulkRetryMs,
    deployedMs: times.deployedMs,
    pausedMs: times.pausedMs,
  };
}

interface Times extends Pick<SampleDay, "bulkRetryMs" | "deployedMs" | "pausedMs"> {
  downFromMs: number;
  downUntilMs: number;
}

const minuteOf = (atMs: number) => atMs - (atMs % MINUTE_MS);

function orderRequest(number: number, atMs: number, times: Times): SampleRequest {
  const hasCustomer = number % 12 !== 5;
  const sent = order(number, { hasCustomer });
  const isDown = atMs >= times.downFromMs && atMs < times.downUntilMs;
  const orders: SampleOutcome = isDown
    ? { ...failed("orders", number, atMs, 502), ...deliveredInBulk(number, atMs, times.bulkRetryMs) }
    : delivered("orders", number, atMs, number % 17 === 4 ? 429 : null);
  const run = slimOrder(sent.body);
  const packing: SampleOutcome =
    run.body === null
      ? { connection: "packing", ignored: "TRANSFORMATION_FAILED", run }
      : { ...delivered("packing", number + 3, atMs, null), run };
  return { source: "shopify", atMs, rejection_cause: null, ...sent, outcomes: [orders, packing] };
}

function paymentRequest(number: number, atMs: number, { deployedMs }: Times): SampleRequest {
  const { type, ...sent } = payment(number, atMs);
  const invoices: SampleOutcome = type.startsWith("invoice.")
    ? delivered("invoices", number, atMs, number % 23 === 2 ? 502 : null)
    : { connection: "invoices", ignored: "FILTERED", run: null };
  const payments =
    atMs > deployedMs ? failed("payments", number, atMs, 503) : delivered("payments", number + 5, atMs, null);
  return { source: "stripe", atMs, rejection_cause: null, ...sent, outcomes: [invoices, payments] };
}

/** Some results are reported twice within seconds. */
function checkRunRequests(number: number, atMs: number): SampleRequest[] {
  const request = { source: "github" as const, rejection_cause: null, ...checkRun(number) };
  const first = { ...request, atMs, outcomes: [delivered("releases", number, atMs, null)] };
  const again: SampleOutcome = { connection: "releases", ignored: "DUPLICATE", run: null };
  return number % 11 === 7 ? [first, { ...request, atMs: atMs + 8_000, outcomes: [again] }] : [first];
}

function heldRequest(number: number, atMs: number): SampleRequest {
  const held: SampleOutcome = {
    connection: "releases",
    ignored: null,
    status: "HOLD",
    attempts: [],
    run: null,
  };
  return { source: "github", atMs, rejection_cause: null, ...checkRun(number), outcomes: [held] };
}

function rejected(rejection_cause: RejectionCause, atMs: number, sent: SentRequest): SampleRequest {
  return { source: "shopify", atMs, rejection_cause, ...sent, outcomes: [] };
}

/** Between 20 and 400 ms, and now and then much longer. */
const responseMs = (number: number) => 20 + ((number * 7919) % 380) + (number % 29 === 11 ? 2_400 : 0);

/** At once, or at the second attempt after an answer that asks for a retry. */
function delivered(
  connection: SampleConnection,
  number: number,
  atMs: number,
  firstAnswer: number | null,
): SampleOutcome {
  const answers = firstAnswer === null ? [200] : [firstAnswer, 200];
  return {
    connection,
    ignored: null,
    run: null,
    status: "SUCCESSFUL",
    attempts: tries(number, atMs, answers),
  };
}

function failed(
  connection: SampleConnection,
  number: number,
  atMs: number,
  answer: number,
): SampleOutcome & { ignored: null } {
  const answers = Array.from({ length: ATTEMPTS_MAX }, () => answer);
  return { connection, ignored: null, run: null, status: "FAILED", attempts: tries(number, atMs, answers) };
}

function deliveredInBulk(number: number, atMs: number, bulkRetryMs: number) {
  const answers = Array.from({ length: ATTEMPTS_MAX }, () => 502);
  const last: SampleAttempt = {
    atMs: bulkRetryMs + 400 + number * 20,
    trigger: "BULK_RETRY",
    response_status: 200,
    response_ms: responseMs(number),
  };
  return { status: "SUCCESSFUL" as const, attempts: [...tries(number, atMs, answers), last] };
}

function tries(number: number, atMs: number, answers: readonly number[]): SampleAttempt[] {
  return answers.map((response_status, retry) => ({
    atMs: atMs + 30 + retry * RETRY_AFTER_MS,
    trigger: retry === 0 ? "INITIAL" : "AUTOMATIC",
    response_status,
    response_ms: responseMs(number + retry),
  }));
}

/** The same as the code of `SAMPLE_TRANSFORMATION` makes of it, which a test proves. */
function slimOrder(body: string): SampleRun {
  const { order_number, customer, line_items } = JSON.parse(body) as OrderBody; // senders.ts has written it
  if (!customer) {
    const message = `Error: Order ${order_number} has no customer (line 4, column 24)`;
    return { log_level: "fatal", logs: [{ type: "error", message }], body: null };
  }
  return {
    log_level: "info",
    logs: [{ type: "log", message: `Order ${order_number}: ${line_items.length} line items` }],
    body: JSON.stringify({
      order_number,
      name: `${customer.first_name} ${customer.last_name}`,
      items: line_items.map(({ sku, quantity }) => ({ sku, quantity })),
    }),
  };
}

interface OrderBody {
  order_number: number;
  customer: { first_name: string; last_name: string } | null;
  line_items: readonly { sku: string; quantity: number }[];
}
