import { expect, test } from "vitest";
import { problemOfProof, problemOfRefusal, shortDetail } from "./certificate-problem.ts";

const of = (type: string) => ({ type, detail: "" });

test.each([
  ["unauthorized", "file_not_found", "record_not_found"],
  ["dns", "file_not_found", "record_not_found"],
  ["connection", "file_not_found", "record_not_found"],
  ["caa", "forbidden_by_caa", "forbidden_by_caa"],
  ["rateLimited", "rate_limited", "rate_limited"],
  ["rejectedIdentifier", "refused", "refused"],
])("a proof that failed for %s", (type, byFile, byRecord) => {
  expect(problemOfProof(of(type), "http-01")).toBe(byFile);
  expect(problemOfProof(of(type), "dns-01")).toBe(byRecord);
});

test.each([
  ["rateLimited", 429, "rate_limited"],
  ["other", 429, "rate_limited"],
  ["serverInternal", 500, "unreachable"],
  ["other", 503, "unreachable"],
  ["userActionRequired", 403, "operator"],
  ["externalAccountRequired", 403, "operator"],
  ["unauthorized", 403, "operator"],
  ["rejectedIdentifier", 400, "refused"],
  ["caa", 403, "forbidden_by_caa"],
])("a call that is refused as %s with %d", (type, status, problem) => {
  expect(problemOfRefusal(of(type), status)).toBe(problem);
});

test("a detail is one short line", () => {
  expect(shortDetail("two\nlines \u0007 and a bell")).toBe("two lines and a bell");
  expect(shortDetail("x".repeat(400))).toHaveLength(300);
  expect(shortDetail(" ")).toBeNull();
});
