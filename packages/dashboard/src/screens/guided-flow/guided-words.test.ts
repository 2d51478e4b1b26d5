import { expect, test } from "vitest";
import { guidedWords } from "./guided-words.ts";
import { aConnection } from "../../resources/connections/test-connections.ts";

const { source, destination } = aConnection(1);
const NOTHING = { steps: [], source, destination: null, requests: [], events: [] };
const at = (id: "source" | "requests" | "destination" | "rules" | "cli" | "review") => ({
  ...NOTHING,
  steps: [{ id, label: "", number: 1, state: "current" as const }],
});

test("the destination is called as it is typed, until it exists", () => {
  expect(guidedWords(at("destination"), "").text).toContain("as soon as the destination is connected");
  expect(guidedWords(at("destination"), "orders").text).toContain("as soon as orders is connected");
  expect(guidedWords({ ...at("rules"), destination }, "old").title).toBe(
    "How should orders-api get its events?",
  );
});

test("each step has words of its own", () => {
  const steps = ["source", "requests", "destination", "rules", "cli", "review"] as const;

  expect(new Set(steps.map((step) => guidedWords(at(step), "").title)).size).toBe(steps.length);
});
