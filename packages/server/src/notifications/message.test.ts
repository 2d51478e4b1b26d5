import { expect, test } from "vitest";
import { digestMessage, endMessage, openingMessage, type ToldIssue } from "./message.ts";

const publicUrl = "https://posthorn.example.com";
const issue: ToldIssue = {
  id: "iss_1",
  type: "delivery",
  key: "503",
  status: "OPENED",
  opened_at: "2026-11-18T03:12:11.120Z",
  subject_name: "shop -> orders",
  project_name: "Acme",
  failures: 1_204,
};
const once = { openings: 1, isFirst: true, publicUrl };

test("a message says what is wrong, since when, how often, and what usually helps", () => {
  expect(openingMessage(issue, once)).toEqual({
    title: "shop -> orders: the destination answers 503",
    lines: [
      "Since 18 Nov 2026, 03:12 UTC. 1,204 times so far.",
      "Read the logs of the destination at that time, then retry the failed events.",
      "Project: Acme",
    ],
    url: "https://posthorn.example.com/issues/iss_1",
    link: "Open the issue",
  });
});

test.each<[Partial<ToldIssue>, string, string]>([
  [{ key: "CONNECTION_REFUSED" }, "The destination refused the connection", "No server is listening"],
  [{ key: "401" }, "the destination answers 401", "Check its authentication"],
  [{ key: "404" }, "the destination answers 404", "Check the URL"],
  [{ key: "422" }, "the destination answers 422", "Read its answer"],
  [{ key: "429" }, "the destination answers 429", "rate limit"],
  [{ key: "302" }, "the destination answers 302", "final URL"],
  [{ key: "" }, "deliveries fail", "Read the logs"],
  [{ type: "transformation", key: "fatal" }, "the transformation fails", "correct the code"],
  [{ type: "transformation", key: "warn" }, "the transformation logs warnings", "correct the code"],
  [{ type: "backpressure", key: "600000" }, "events wait longer than 10 minutes", "rate limit"],
  [{ type: "backpressure", key: "3600000" }, "events wait longer than 1 hour", "rate limit"],
  [
    { type: "request", key: "VERIFICATION_FAILED" },
    "requests are rejected (Authentication Failed)",
    "source",
  ],
])("%j", (change, title, help) => {
  const message = openingMessage({ ...issue, ...change }, once);

  expect(message.title).toBe(`shop -> orders: ${title}`);
  expect(message.lines.join("\n")).toContain(help);
});

test("an issue that opens again and again says how often it did", () => {
  const message = openingMessage(
    { ...issue, status: "RESOLVED" },
    { openings: 7, isFirst: false, publicUrl },
  );

  expect(message.title).toBe("Again: shop -> orders: the destination answers 503");
  expect(message.lines).toContain("It has opened 7 times since the last message about it.");
  expect(message.lines).toContain("The issue is resolved now.");
});

test("the end of an issue says how it ended", () => {
  expect(endMessage({ ...issue, status: "IGNORED" }, publicUrl)).toMatchObject({
    title: "Over: shop -> orders: the destination answers 503",
    lines: ["The issue is ignored.", "Project: Acme"],
  });
});

test("a digest names the first issues and counts the others", () => {
  const message = digestMessage(
    Array.from({ length: 20 }, () => issue),
    57,
    publicUrl,
  );

  expect(message.title).toBe("57 issues have opened");
  expect(message.lines).toHaveLength(22);
  expect(message.lines[20]).toBe("and 37 more.");
  expect(message.url).toBe("https://posthorn.example.com/issues");
});

test("a name adds no line", () => {
  const message = openingMessage(
    { ...issue, subject_name: "a\r\nBcc: eve@example.com", project_name: "x\u2028y" },
    once,
  );

  expect(message.title).toBe("a Bcc: eve@example.com: the destination answers 503");
  expect(message.lines.at(-1)).toBe("Project: x y");
});
