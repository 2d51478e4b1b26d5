import { expect, test } from "vitest";
import { retryReport } from "./retry-report.ts";

const rejected = { status: "rejected" } as const;
const accepted = { status: "accepted" } as const;

test.each([
  [null, rejected, false, "error", "Request retried and is still invalid"],
  [3, rejected, false, "success", "Request has been retried and 3 events were created."],
  [2, accepted, false, "success", "Request has been retried and 2 events were created."],
  [1, accepted, false, "success", "Request has been retried and 1 event was created."],
  [0, rejected, false, "success", "Request has been accepted"],
  [0, accepted, false, "warning", "Retried but no event was generated. Please check your rules."],
  [1, accepted, true, "success", "Retried and a new event was created successfully."],
  [0, accepted, true, "warning", "Retried but no event was generated. Please check your rules."],
] as const)(
  "%j events of %j (one entry: %s) are reported as %s",
  (events, request, isOneEntry, kind, text) => {
    expect(retryReport({ events, request, isOneEntry })).toEqual({ kind, text });
  },
);
