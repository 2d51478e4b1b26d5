import type { TrialOutcome, TriedRequest } from "@posthorn/contract/rules-trial";
import { expect, test } from "vitest";
import { clockTime } from "../../../ui/time.ts";
import { diffTexts } from "./diff-texts.ts";
import { filterChoices, fits, isDifferent, sentenceOf, shortDetail } from "./trial-rows.ts";

const AT = "2026-11-15T14:32:18.000Z";
const DELIVERED: TrialOutcome = { status: "delivered", is_transformed: false };

function tried(after: TrialOutcome, more: Partial<TriedRequest> = {}): TriedRequest {
  return {
    id: "req_1",
    created_at: AT,
    method: "POST",
    path: "/",
    before: DELIVERED,
    after,
    change: null,
    ...more,
  };
}

const duplicate: TrialOutcome = { status: "deduplicated", duplicate_of: { id: "req_0", created_at: AT } };
const failed: TrialOutcome = { status: "failed", message: "Error: no (line 9, column 2)", line: 9 };
const changed = tried(
  { status: "delivered", is_transformed: true },
  { change: { from: "saved", parts: ["body", "headers"], contents: null } },
);

test.each([
  [
    tried({ status: "filtered", parts: ["body", "path"] }),
    "body, path",
    "The filter does not let the body and path pass.",
  ],
  [
    tried(duplicate),
    `same as ${clockTime(new Date(AT))}`,
    `It is a duplicate of the request that came at ${clockTime(new Date(AT))}.`,
  ],
  [tried(failed), "transform, line 9", "Error: no (line 9, column 2)"],
  [tried({ status: "failed", message: "Too long", line: null }), "transform", "Too long"],
  [tried({ status: "skipped", reason: "too_large" }), "too large", "Its body is too large for a trial."],
  [
    tried({ status: "skipped", reason: "out_of_time" }),
    "out of time",
    "The rules took too long, so the trial ended before this request.",
  ],
  [changed, "body, headers", "It is delivered as the transformation returns it."],
  [tried(DELIVERED), "", "It is delivered as it came."],
])("an outcome in short and in a sentence", (request, short, sentence) => {
  expect([shortDetail(request), sentenceOf(request.after)]).toEqual([short, sentence]);
});

test("a request is different if its outcome or its content changes", () => {
  expect([tried(DELIVERED), tried(duplicate), changed].map(isDifferent)).toEqual([false, true, true]);
  const stillFiltered = tried(
    { status: "filtered", parts: ["body"] },
    { before: { status: "filtered", parts: ["headers"] } },
  );
  expect(isDifferent(stillFiltered)).toBe(false);
});

test("each filter counts the requests that it shows", () => {
  const requests = [tried(DELIVERED), tried(duplicate), tried(failed), changed];

  expect(filterChoices({ requests }).map(({ label, count }) => `${label} ${count}`)).toEqual([
    "All 4",
    "Only what changes 3",
    "Filtered 0",
    "Deduplicated 1",
    "Changed 1",
    "Failed 1",
  ]);
  expect(requests.filter((request) => fits("changed", request))).toEqual([changed]);
});

test("JSON is compared line by line, and anything else as it is", () => {
  const content = { headers: { b: "2", a: "1" }, path: "/x", query: null };
  const contents = (was: string, is: string) => ({
    before: { ...content, body: was },
    after: { ...content, body: is, headers: { a: "1" }, path: "/y", query: "q=1" },
  });

  expect(diffTexts(contents('{"n":1.0}', '{"n":2}'), "body")).toEqual({
    before: '{\n  "n": 1.0\n}',
    after: '{\n  "n": 2\n}',
  });
  expect(diffTexts(contents("a=1", '{"a":1}'), "body")).toEqual({ before: "a=1", after: '{"a":1}' });
  expect(diffTexts(contents("", ""), "headers")).toEqual({
    before: '{\n  "a": "1",\n  "b": "2"\n}',
    after: '{\n  "a": "1"\n}',
  });
  expect(diffTexts(contents("", ""), "query")).toEqual({ before: "", after: "q=1" });
  const change = {
    from: "saved",
    parts: ["body", "path"],
    contents: contents('{"n":1}', '{"n":2,"m":3}'),
  } as const;
  expect(shortDetail(tried(DELIVERED, { change: { ...change, parts: [...change.parts] } }))).toBe(
    "3 added, 2 removed",
  );
});
