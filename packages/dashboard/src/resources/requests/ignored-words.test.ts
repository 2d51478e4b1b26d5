import { expect, test } from "vitest";
import { whyIgnored } from "./ignored-words.ts";

test("a filter names the parts that do not match, if it knows them", () => {
  expect(whyIgnored({ cause: "FILTERED", meta: ["body", "path"] })).toBe(
    "A filter of the connection does not match its body, path.",
  );
  expect(whyIgnored({ cause: "FILTERED", meta: null })).toBe(
    "A filter of the connection does not match the request.",
  );
});

test("a fault of our own is not said to be one of a transformation", () => {
  const failed = whyIgnored({ cause: "TRANSFORMATION_FAILED", meta: { transformation_id: "trs_1" } });
  const notApplied = whyIgnored({ cause: "TRANSFORMATION_FAILED", meta: null });

  expect(failed).toContain("The transformation failed");
  expect(notApplied).not.toContain("transformation");
  expect(notApplied).toContain("A retry applies them again");
});
