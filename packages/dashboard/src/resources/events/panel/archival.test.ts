import { expect, test } from "vitest";
import { archivedSoon } from "./archival.ts";

const created = "2026-11-01T12:00:00.000Z";
const soon = (now: string) => archivedSoon(created, 7, new Date(now))?.toISOString() ?? null;

test("the warning begins 24 hours before the archival and ends with it", () => {
  expect(soon("2026-11-07T11:59:59.999Z")).toBeNull();
  expect(soon("2026-11-07T12:00:00.000Z")).toBe("2026-11-08T12:00:00.000Z");
  expect(soon("2026-11-08T11:59:59.999Z")).toBe("2026-11-08T12:00:00.000Z");
  expect(soon("2026-11-08T12:00:00.000Z")).toBeNull();
});
