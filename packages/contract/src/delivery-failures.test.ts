import { describe, expect, test } from "vitest";
import { DELIVERY_ERROR_CODES, type DeliveryErrorCode } from "./causes.ts";
import { FAILED_SOMEWHERE, failureWords, placeOf, type FailedAt } from "./delivery-failures.ts";

const at: FailedAt = { host: "orders.acme.dev", port: 8443, timeoutSeconds: 20, retentionDays: 7 };
const all = DELIVERY_ERROR_CODES.map((code) => ({ code, ...failureWords(code, at) }));

/** What cannot have the address of the destination in its words: the attempt did not get that far. */
const WITHOUT_PLACE: ReadonlySet<DeliveryErrorCode> = new Set([
  "BULK_RETRY_CANCELLED",
  "CANCELLED",
  "CANCELLED_PAST_RETENTION",
  "CLI",
  "CLI_UNAVAILABLE",
  "DATA_ARCHIVED",
  "INTERNAL_ERROR",
  "INVALID_CHARACTER",
  "MISSING_URL",
  "NETWORK_REQUEST_CANCELED",
  "NOT_FOUND",
  "OAUTH2_HANDSHAKE_FAILED",
  "PAYLOAD_MISSING",
  "UNKNOWN",
]);

describe.each(all)("$code", ({ code, happened, cause, fix }) => {
  test("says what happened, why, and what to do, each in whole sentences", () => {
    expect(happened).toMatch(/^[A-Z].{20,}[^.]$/);
    expect(cause).toMatch(/^[A-Za-z].{20,}[^.]\.$/);
    expect(fix).toMatch(
      /^(?:Add|Answer|Ask|Check|Correct|Create|Enable|Install|Its data can no longer be sent|Read|Renew|Retry|Set|Start|Update|Use|You do not have to)\b.*[^.]\.$/,
    );
    expect(`${happened} ${cause} ${fix}`).not.toMatch(/unknown error|something went wrong|undefined|null/i);
  });

  test("names the host, unless the attempt did not get that far", () => {
    expect(`${happened} ${cause} ${fix}`.includes("orders.acme.dev")).toBe(!WITHOUT_PLACE.has(code));
  });

  test("reads well without values", () => {
    const bare = failureWords(code);

    expect(bare).toEqual(failureWords(code, FAILED_SOMEWHERE));
    expect(Object.values(bare).join(" ")).not.toMatch(/null|undefined|NaN| {2}| [.,]/);
  });
});

test("no two codes have the same words", () => {
  expect(new Set(all.map(({ happened }) => happened)).size).toBe(DELIVERY_ERROR_CODES.length);
});

test("a timeout names the attempt timeout of the destination, or the default of 60 seconds", () => {
  expect(failureWords("TIMEOUT", at)).toMatchObject({
    happened: "The destination did not answer within 20 seconds",
    cause: expect.stringContaining("The attempt timeout of this destination is 20 seconds."),
  });
  expect(failureWords("TIMEOUT").cause).toContain("The attempt timeout is 60 seconds by default.");
});

test("retention is named in days", () => {
  expect(failureWords("DATA_ARCHIVED", { ...at, retentionDays: 1 }).cause).toContain("retention of 1 day.");
  expect(failureWords("CANCELLED_PAST_RETENTION", at).cause).toContain("retention of 7 days,");
});

test("the port of a URL is the one that was dialled", () => {
  expect(placeOf("https://orders.acme.dev/hooks?a=1")).toEqual({ host: "orders.acme.dev", port: 443 });
  expect(placeOf("http://127.0.0.1:4999")).toEqual({ host: "127.0.0.1", port: 4999 });
  expect([placeOf("/hooks"), placeOf(null), placeOf("")]).toEqual(
    Array.from({ length: 3 }, () => ({ host: null, port: null })),
  );
});
