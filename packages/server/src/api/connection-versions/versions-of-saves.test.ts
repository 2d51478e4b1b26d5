import { describe, expect, test } from "vitest";
import { internalId, publicId } from "@posthorn/contract/ids";
import { firstIdAt } from "../../ids.ts";
import { savesByVersion, versionView } from "./versions-of-saves.ts";
import type { SaveRow } from "./versions.sql.ts";

const NOON = Date.parse("2026-11-15T12:00:00.000Z");

function save(seconds: number, parts: Partial<SaveRow> = {}): SaveRow {
  return {
    id: firstIdAt(NOON + seconds * 1000),
    part: "connection",
    action: "edited",
    fields: [{ name: "rules.filter" }],
    caller_kind: "session",
    user_id: "ada",
    api_key_id: null,
    caller_name: "Ada",
    address: "203.0.113.24",
    user_agent: "Mozilla/5.0",
    request: "PUT /2025-07-01/connections",
    ...parts,
  };
}

const partsOf = (rows: SaveRow[]) => savesByVersion(rows).map((version) => version.map(({ part }) => part));

describe("which saves are one version", () => {
  test("the parts that one call has saved, named by the newest", () => {
    const rows = [save(0.3), save(0.2, { part: "destination" }), save(0.1, { part: "source" })];

    const [version, ...others] = savesByVersion(rows);

    expect(others).toEqual([]);
    expect(version && versionView(version, null)).toMatchObject({
      id: publicId("audit_entry", rows[0]?.id ?? ""),
      by: { kind: "session", name: "Ada" },
      changes: [{ part: "connection" }, { part: "destination" }, { part: "source" }],
    });
  });

  test.each<[string, Partial<SaveRow>]>([
    ["the same part again", { part: "connection" }],
    ["another call", { request: "PUT /2025-07-01/sources/src_1" }],
    ["another person", { user_id: "grace" }],
    ["another key", { api_key_id: "key" }],
    ["another address", { address: "203.0.113.25" }],
    ["another program", { user_agent: "curl" }],
    ["much earlier", { id: firstIdAt(NOON - 60_000) }],
  ])("not %s", (_what, parts) => {
    expect(partsOf([save(1), save(0, { part: "source", ...parts })])).toHaveLength(2);
  });

  test("not entries of calls that nobody noted", () => {
    const nowhere = { request: null };
    expect(partsOf([save(1, nowhere), save(0, { ...nowhere, part: "source" })])).toHaveLength(2);
  });
});

const restored = (request: string | null) => versionView([save(0, { request })], null).restored;

describe("a restore says what it brought back", () => {
  const at = "/dashboard-api/connections/web_1/versions";

  test("by the path of its call", () => {
    const id = publicId("audit_entry", firstIdAt(NOON));
    expect(internalId("audit_entry", id)).not.toBeNull();
    expect(restored(`POST ${at}/${id}/restore`)).toEqual({ id, created_at: "2026-11-15T12:00:00.000Z" });
    expect(restored(`POST ${at}/earliest/restore`)).toEqual({ id: "earliest", created_at: null });
  });

  test("every other save brought nothing back", () => {
    for (const request of [null, "PUT /2025-07-01/connections/web_1", `POST ${at}/aud_x/restore`])
      expect(restored(request)).toBeNull();
  });
});
