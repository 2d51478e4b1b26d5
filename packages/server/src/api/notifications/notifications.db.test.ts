import { afterAll, beforeAll, expect, test } from "vitest";
import { publicId } from "@posthorn/contract/ids";
import { newId } from "../../ids.ts";
import { recordSeen } from "../../store/issues.ts";
import { type Audience, recordNotTold } from "../../store/notifications.ts";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";

const FAILED = "//dashboard-api/notifications/failed";
const TEST = "//dashboard-api/notifications/test";

const tested: Audience[] = [];
let api: GivenApi;
beforeAll(async () => {
  api = await givenApi({
    notifier: {
      hasMailServer: false,
      verify: async () => null,
      async sendTest(audience) {
        tested.push(audience);
        return audience.channel === "slack" ? "The bot is not in the channel." : null;
      },
    },
  });
});
afterAll(() => api.stop());

test("a notification that has not arrived is shown to its project, with the reason and the next try", async () => {
  const { rows } = await api.db.query<{ id: string }>(
    "select id from issue_triggers where team_id = $1 and type = 'delivery'",
    [api.team_id],
  );
  const opened = await recordSeen(api.db, {
    team_id: api.team_id,
    type: "delivery",
    subject_id: newId(),
    key: "503",
    issue_trigger_id: rows[0]?.id ?? "",
    first_at: new Date().toISOString(),
    last_at: new Date().toISOString(),
  });
  const waiting = await api.db.query<{ id: string }>("select id from notifications where team_id = $1", [
    api.team_id,
  ]);
  const next = new Date("2026-11-18T03:12:00.000Z");
  await recordNotTold(api.db, [{ id: waiting.rows[0]?.id ?? "", next }], "No mail server.");

  const { status, body } = await api.call("GET", FAILED);

  expect(status).toBe(200);
  expect(body.models).toEqual([
    {
      issue_id: publicId("issue", opened?.id ?? ""),
      channel: "email",
      error: "No mail server.",
      failed_at: expect.any(String),
      next_try_at: next.toISOString(),
    },
  ]);
  expect((await api.call("GET", FAILED, { key: api.other.key })).body.models).toEqual([]);
  expect((await api.call("GET", `${FAILED}?channel=email`)).body).toEqual(body);
  expect((await api.call("GET", `${FAILED}?channel=slack`)).body.models).toEqual([]);
});

test("a test message goes to each channel that is asked for, and the answer says which have failed", async () => {
  const channels = { email: {}, slack: { channel_name: " #alerts " } };

  const { status, body } = await api.call("POST", TEST, { body: { channels } });

  expect(status).toBe(200);
  expect(body.models).toEqual([
    { channel: "email", error: null },
    { channel: "slack", error: "The bot is not in the channel." },
  ]);
  expect(tested).toEqual([
    { team_id: api.team_id, channel: "email", settings: {} },
    { team_id: api.team_id, channel: "slack", settings: { channel_name: "#alerts" } },
  ]);
});

test("a webhook has a channel of its own, so its test needs no name", async () => {
  tested.length = 0;

  await api.call("POST", TEST, { body: { channels: { discord: {} } } });

  expect(tested).toEqual([{ team_id: api.team_id, channel: "discord", settings: {} }]);
});

test.each([{ channels: { fax: {} } }, { channels: { slack: { channel_name: " " } } }, {}])(
  "%j is refused",
  async (body) => {
    expect((await api.call("POST", TEST, { body })).status).toBe(422);
  },
);
