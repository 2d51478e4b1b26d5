/** A trial of rules for component tests, as the server would send it: one request of each outcome. */
import type { RulesTrial, TrialOutcome, TriedRequest } from "@posthorn/contract/rules-trial";

const DELIVERED: TrialOutcome = { status: "delivered", is_transformed: false };

function tried(number: number, after: TrialOutcome, more: Partial<TriedRequest> = {}): TriedRequest {
  return {
    id: `req_${String(number).padStart(22, "0")}`,
    created_at: `2026-11-15T14:32:${String(60 - number).padStart(2, "0")}.000Z`,
    method: "POST",
    path: `/orders/${number}`,
    before: DELIVERED,
    after,
    change: null,
    ...more,
  };
}

export const TRIED: RulesTrial = {
  requests: [
    tried(
      1,
      { status: "delivered", is_transformed: true },
      {
        change: {
          from: "saved",
          parts: ["body", "headers"],
          contents: {
            before: {
              headers: { "x-a": "1" },
              path: "/orders/1",
              query: null,
              body: '{"id":5520,"total_price":"129.00"}',
            },
            after: {
              headers: { "x-a": "2" },
              path: "/orders/1",
              query: null,
              body: '{"id":5520,"total":12900}',
            },
          },
        },
      },
    ),
    tried(2, { status: "filtered", parts: ["body"] }),
    tried(3, {
      status: "deduplicated",
      duplicate_of: { id: "req_4", created_at: "2026-11-15T14:32:56.000Z" },
    }),
    tried(4, { status: "failed", message: "Error: no such kind (line 9, column 3)", line: 9 }),
    tried(5, DELIVERED),
    tried(
      6,
      { status: "skipped", reason: "too_large" },
      { before: { status: "skipped", reason: "too_large" } },
    ),
  ],
  before: { delivered: 5, filtered: 0, deduplicated: 0, failed: 0, skipped: 1 },
  after: { delivered: 2, filtered: 1, deduplicated: 1, failed: 1, skipped: 1 },
  changed: 1,
  duration_ms: 214,
};
