import { expect, test } from "vitest";
import type { AuthorityOrder, AuthorityProblem } from "../outbound/acme.ts";
import { type OrderState, nextOrderStep } from "./next-order-step.ts";

const STATE: OrderState = { orderAgeMs: 0, publishedToken: null, hasKey: false };
const HOUR_MS = 3_600_000;

type Judged = Pick<AuthorityOrder, "status" | "authorization">;

function order(
  status: string,
  authorization: string | null = null,
  challenge = "pending",
  error: AuthorityProblem | null = null,
): Judged {
  const challenges = ["tls-alpn-01", "dns-01", "http-01"].map((type) => ({
    type,
    status: type === "http-01" ? challenge : "pending",
    url: `https://ca.test/${type}`,
    token: "token",
    error: type === "http-01" ? error : null,
  }));
  return { status, authorization: authorization === null ? null : { status: authorization, challenges } };
}

test.each<[string, Judged, Partial<OrderState>, string]>([
  ["asks for a proof", order("pending", "pending"), {}, "prove"],
  ["looks for the proof", order("pending", "pending", "processing"), {}, "wait"],
  ["has found the proof", order("pending", "valid", "valid"), {}, "wait"],
  ["has found the proof a moment ago", order("pending", "pending", "valid"), {}, "wait"],
  ["is ready", order("ready"), {}, "finalize"],
  ["was ready when a process died", order("ready"), { hasKey: true }, "finalize"],
  ["is being signed", order("processing"), { hasKey: true }, "wait"],
  ["is signed", order("valid"), { hasKey: true }, "download"],
  ["is signed for a key that nobody has", order("valid"), {}, "begin anew"],
  ["has expired before a proof", order("invalid", "expired"), {}, "begin anew"],
  [
    "has expired with a proof published",
    order("invalid", "expired"),
    { publishedToken: "token" },
    "begin anew",
  ],
  ["was deactivated", order("pending", "deactivated"), {}, "begin anew"],
  ["does not end", order("pending", "pending", "processing"), { orderAgeMs: HOUR_MS }, "begin anew"],
  ["is not signed for an hour", order("processing"), { orderAgeMs: HOUR_MS, hasKey: true }, "begin anew"],
  ["is ready after an hour", order("ready"), { orderAgeMs: HOUR_MS }, "finalize"],
  ["has a status that we do not know", order("odd"), {}, "begin anew"],
])("an order that %s", (_what, given, state, step) => {
  expect(nextOrderStep(given, "http-01", { ...STATE, ...state })).toMatchObject({ step });
});

test("the proof is that of the configured kind, and there may be none", () => {
  expect(nextOrderStep(order("pending", "pending"), "dns-01", STATE)).toMatchObject({
    step: "prove",
    challenge: { type: "dns-01" },
  });
  const none = { status: "pending", authorization: { status: "pending", challenges: [] } };
  expect(nextOrderStep(none, "dns-01", STATE)).toEqual({
    step: "give up",
    why: "no such challenge",
    problem: null,
  });
});

test.each(["pending", "invalid"])("the reason why a proof failed is that of a %s order, too", (status) => {
  const problem = { type: "unauthorized", detail: "Incorrect TXT record" };

  expect(nextOrderStep(order(status, "invalid", "invalid", problem), "http-01", STATE)).toEqual({
    step: "give up",
    why: "refused",
    problem,
  });
});
