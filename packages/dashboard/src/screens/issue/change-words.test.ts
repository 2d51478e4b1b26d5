import type { Change } from "@posthorn/contract/changes";
import { expect, test } from "vitest";
import { callerName, deed, distanceText, subjectName, valuesText } from "./change-words.ts";

const subject = { type: "destination", id: "des_1", name: "orders-api", is_deleted: false } as const;

function sentence({
  by = { kind: "person", name: "Ada", with_cli: false },
  ...change
}: Partial<Change> & Pick<Change, "action">) {
  const of = change.subject ?? subject;
  return `${callerName(by)} ${deed({ fields: [], subject: of, ...change })} ${subjectName(of)}`;
}

test("a change is a sentence with its caller, its fields and its subject", () => {
  const fields = ["config.url", "config.rate_limit", "auth"].map((name) => ({ name }));
  const nameless = { ...subject, type: "issue_trigger", name: null } as const;

  expect(sentence({ action: "edited", fields: fields.slice(0, 1) })).toBe(
    "Ada changed the URL of orders-api",
  );
  expect(sentence({ action: "edited", fields })).toBe(
    "Ada changed the URL, rate limit and credentials of orders-api",
  );
  expect(sentence({ action: "disabled" })).toBe("Ada disabled the destination orders-api");
  expect(sentence({ action: "edited", fields: [{ name: "channels" }], subject: nameless })).toBe(
    "Ada changed the channels of the issue trigger without a name",
  );
});

const named = (by: Partial<Change["by"]>) =>
  callerName({ kind: "person", name: null, with_cli: false, ...by });

test("every caller has a name", () => {
  expect(named({ name: "Ada", with_cli: true })).toBe("Ada, with the CLI,");
  expect(named({})).toBe("Somebody who has left");
  expect(named({ kind: "api_key", name: "ci" })).toBe("The API key ci");
  expect(named({ kind: "api_key" })).toBe("An API key that was revoked");
});

test("values are shown where the record has them", () => {
  expect(valuesText({ name: "config.url", before: "https://a", after: "https://b" })).toBe(
    "URL: https://a → https://b",
  );
  expect(valuesText({ name: "config.rate_limit", before: null, after: "10" })).toBe("rate limit: none → 10");
  expect(valuesText({ name: "configs.delay", before: "60000", after: "600000" })).toBe(
    "delay: 1 min → 10 min",
  );
  expect(valuesText({ name: "config.path_forwarding_disabled", before: "false", after: "true" })).toBe(
    "path forwarding: on → off",
  );
  expect(valuesText({ name: "auth" })).toBeNull();
});

test.each([
  [-12 * 60_000, "12 minutes before"],
  [-60_000, "1 minute before"],
  [-23.4 * 3_600_000, "23 hours before"],
  [30_000, "30 seconds after"],
  [3_600_000, "1 hour after"],
  [-400, "at the same moment"],
])("%i ms are %s", (ms, text) => {
  expect(distanceText(ms)).toBe(text);
});
