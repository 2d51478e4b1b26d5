import { LOG_LEVELS } from "@posthorn/contract/causes";
import { expect, test } from "vitest";
import { runFailure, runOutcome } from "./run-outcome.ts";

const request = { headers: {}, path: "/", query: "", parsed_query: {}, body: null };

test("each level has its text, and without output there was an error", () => {
  expect(LOG_LEVELS.map((log_level) => [log_level, runOutcome({ log_level, request })])).toEqual([
    ["debug", { tone: "success", text: "Code successfully executed." }],
    ["info", { tone: "success", text: "Code successfully executed." }],
    ["warn", { tone: "warning", text: "Code executed but logged a warning." }],
    ["error", { tone: "error", text: "Code executed but threw an error." }],
    ["fatal", { tone: "error", text: "Code executed but threw an error." }],
  ]);
  expect(runOutcome({ log_level: "info", request: null }).text).toBe("Code executed but threw an error.");
});

test("a run that the server refused gives its reason, with one full stop", () => {
  expect(runFailure("Temporarily unavailable, try again").text).toBe(
    "Code failed to execute. Error: Temporarily unavailable, try again.",
  );
  expect(runFailure("No.").text).toBe("Code failed to execute. Error: No.");
});
