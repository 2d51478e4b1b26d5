import { expect, test } from "vitest";
import { AuditSearch } from "./audit-url.ts";

test("words that the log does not have are dropped, so that the shell can say so", () => {
  const read = AuditSearch.parse({
    by: "robots",
    action: ["created", "invented", "SIGNED_IN"],
    subject_type: "nothing",
    search: "ada",
  });

  expect(read).toEqual({
    by: undefined,
    action: ["created", "signed_in"],
    subject_type: undefined,
    search: "ada",
  });
});
