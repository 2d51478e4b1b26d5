import { DELIVERY_ERROR_CODES } from "@posthorn/contract/causes";
import { expect, test } from "vitest";
import { anExecution } from "../transformations/test-transformations.ts";
import { issueNow, issueTitle } from "./issue-title.ts";
import { aBackpressureIssue, aDeliveryIssue, aRequestIssue, aTransformationIssue } from "./test-issues.ts";

const KEYS = aDeliveryIssue(1).aggregation_keys;

test("an answer is named by its status", () => {
  expect(issueTitle(aDeliveryIssue(1), "orders-api")).toBe("orders-api answered 503 Service Unavailable");
});

test.each(DELIVERY_ERROR_CODES)("%s makes a sentence that ends in the code", (code) => {
  const issue = aDeliveryIssue(1, {
    aggregation_keys: { ...KEYS, response_status: [], error_code: [code] },
  });

  expect(issueTitle(issue, "orders-api")).toMatch(new RegExp(`^orders-api [a-z].* \\(${code}\\)$`));
});

test("a run that failed is named by the first line of its last error", () => {
  const transformation_execution = {
    ...anExecution(1),
    logs: [
      { type: "error" as const, message: "first" },
      { type: "error" as const, message: "TypeError: sku is undefined\n    at transform" },
      { type: "log" as const, message: "later" },
    ],
  };
  const issue = aTransformationIssue(1, { data: { transformation_execution } });

  expect(issueTitle(issue, "normalize")).toBe("normalize logged fatal: TypeError: sku is undefined");
  expect(issueTitle(aTransformationIssue(1), "normalize")).toBe("normalize logged fatal");
});

test("a backlog and a rejection say what is wrong", () => {
  expect(issueTitle(aBackpressureIssue(1), "legacy-erp")).toBe(
    "legacy-erp backlog takes over 10 min to clear",
  );
  expect(issueTitle(aRequestIssue(1), "stripe")).toBe("stripe rejects requests: Authentication Failed");
});

test.each(DELIVERY_ERROR_CODES)("%s makes a sentence that is true while it lasts", (code) => {
  const issue = aDeliveryIssue(1, {
    aggregation_keys: { ...KEYS, response_status: [], error_code: [code] },
  });

  expect(issueNow(issue, "orders-api")).toMatch(new RegExp(`^orders-api [a-z].* \\(${code}\\)$`));
  expect(issueNow(issue, "orders-api")).not.toMatch(/ did | answered | refused | reset | could /);
});

test("what lasts is said in the present", () => {
  const warning = { transformation_id: ["trs_1"], log_level: ["warn" as const] };

  expect(issueNow(aDeliveryIssue(1), "orders-api")).toBe("orders-api answers 503");
  expect(issueNow(aTransformationIssue(1), "normalize")).toBe("normalize fails");
  expect(issueNow(aTransformationIssue(1, { aggregation_keys: warning }), "normalize")).toBe(
    "normalize logs warnings",
  );
  expect(issueNow(aBackpressureIssue(1), "legacy-erp")).toBe("legacy-erp has a backlog");
  expect(issueNow(aRequestIssue(1), "stripe")).toBe("stripe rejects requests: Authentication Failed");
});
