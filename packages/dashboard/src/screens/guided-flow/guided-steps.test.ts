import { expect, test } from "vitest";
import { type GuidedFacts, guidedSteps } from "./guided-steps.ts";

const NOTHING: GuidedFacts = {
  hasSource: false,
  hasRequests: false,
  hasDestination: false,
  isCli: false,
  isListening: false,
  hasConnection: false,
  hasEvents: false,
};
const told = (facts: Partial<GuidedFacts>) =>
  guidedSteps({ ...NOTHING, ...facts })
    .map(({ id, state }) => (state === "done" ? `(${id})` : state === "current" ? `>${id}` : id))
    .join(" ");

test.each<[Partial<GuidedFacts>, string]>([
  [{}, ">source requests destination rules review"],
  [{ hasSource: true }, "(source) >requests destination rules review"],
  [{ hasSource: true, hasRequests: true }, "(source) (requests) >destination rules review"],
  [
    { hasSource: true, hasRequests: true, hasDestination: true },
    "(source) (requests) (destination) >rules review",
  ],
  [
    { hasSource: true, hasRequests: true, hasDestination: true, hasConnection: true },
    "(source) (requests) (destination) (rules) >review",
  ],
  // The source was deleted, and its connection with it.
  [{ hasDestination: true }, ">source requests (destination) rules review"],
])("%j", (facts, words) => {
  expect(told(facts)).toBe(words);
});

test("only a CLI is installed, and only while nobody listens", () => {
  const connected = {
    hasSource: true,
    hasRequests: true,
    hasDestination: true,
    hasConnection: true,
    isCli: true,
  };

  expect(told({ ...connected, hasConnection: false })).toContain(">rules cli review");
  expect(told(connected)).toContain("(rules) >cli review");
  expect(told({ ...connected, isListening: true })).toContain("(cli) >review");
  expect(told({ ...connected, hasEvents: true })).toContain("(cli) >review");
});

test("steps are numbered as they are shown", () => {
  expect(guidedSteps({ ...NOTHING, isCli: true }).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
});
