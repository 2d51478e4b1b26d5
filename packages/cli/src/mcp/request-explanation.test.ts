import { IGNORED_CAUSES, REJECTION_CAUSES } from "@posthorn/contract/causes";
import { expect, test } from "vitest";
import { explainRequest, type RequestFacts } from "./request-explanation.ts";

const CAME: RequestFacts["request"] = {
  rejection_cause: null,
  verification_failure: null,
  events_count: 0,
  cli_events_count: 0,
  ignored_count: 0,
};

test.each(REJECTION_CAUSES)("a rejection with %s has its words and something to do", (rejection_cause) => {
  const { happened, cause, todo } = explainRequest({ request: { ...CAME, rejection_cause }, ignored: [] });

  expect(happened).toContain(rejection_cause);
  expect(cause).toContain("Nothing was delivered");
  expect(todo).toHaveLength(1);
});

const adviceFor = (rejection_cause: RequestFacts["request"]["rejection_cause"]) =>
  explainRequest({ request: { ...CAME, rejection_cause }, ignored: [] }).todo[0];

test("only what a change can fix is said to be retried", () => {
  expect(adviceFor("VERIFICATION_FAILED")).toContain("Then retry the request.");
  expect(adviceFor("UNPARSABLE_JSON")).toContain("cannot be retried");
});

test("a failed proof names the place where the source looked", () => {
  const { cause } = explainRequest({
    request: {
      ...CAME,
      rejection_cause: "VERIFICATION_FAILED",
      verification_failure: { problem: "MISSING", looked_at: { part: "header", name: "stripe-signature" } },
    },
    ignored: [],
  });

  expect(cause).toContain("no header stripe-signature");
});

test.each(IGNORED_CAUSES)("a connection that ignored it with %s says why", (cause) => {
  const {
    facts,
    cause: why,
    todo,
  } = explainRequest({
    request: { ...CAME, ignored_count: 1 },
    ignored: [{ webhook_id: "web_1", cause, meta: cause === "FILTERED" ? ["body", "path"] : null }],
  });

  expect(facts).toEqual([expect.stringMatching(/^The connection web_1 made no event: .+\.$/)]);
  if (cause === "FILTERED") expect(facts[0]).toContain("because of its body and path.");
  expect(why).toBe("Every connection of the source ignored it.");
  expect(todo.join(" ")).toContain("try_rules");
});

test("a request that became events leads on to them, and one without an outcome is not explained yet", () => {
  const made = explainRequest({ request: { ...CAME, events_count: 2, cli_events_count: 1 }, ignored: [] });
  const early = explainRequest({ request: CAME, ignored: [] });

  expect(made).toMatchObject({
    happened: "The request was accepted: 3 events, 0 ignored events.",
    cause: null,
    todo: [expect.stringContaining("list with kind event")],
  });
  expect(early.todo).toEqual(["Its connections decide about it in a moment: ask again."]);
});
