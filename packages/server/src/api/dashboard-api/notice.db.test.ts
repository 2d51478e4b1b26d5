/** Does the dashboard learn what everybody has to know, also while the database is away, and an admin the alarms? */
import { NOT_READY_TEXT } from "@posthorn/contract/notice";
import { expect, onTestFinished, test } from "vitest";
import type { ActiveAlarms } from "../../alarms.ts";
import { newId } from "../../ids.ts";
import { type Database, openDatabase } from "../../store/database.ts";
import { beat, registerProcess } from "../../store/processes.ts";
import { givenApi } from "../../testing/given-api.ts";
import { reservePort } from "../../testing/reserved-port.ts";

const PATH = "//dashboard-api/notice";

test("without a notice there is none, and nobody has to sign in to see that", async () => {
  const api = await givenApi();
  onTestFinished(() => api.stop());

  const { status, body } = await api.call("GET", PATH, { key: null });

  expect([status, body]).toEqual([200, { notice: null, alarms: [] }]);
});

test("the operator's words reach everybody", async () => {
  const notice = { text: "We move to a new machine at noon.", url: "https://status.example.com" };
  const api = await givenApi({ notice });
  onTestFinished(() => api.stop());

  expect((await api.call("GET", PATH, { key: null })).body).toEqual({ notice, alarms: [] });
});

test("a database that is away comes before the operator's words", async () => {
  const port = await reservePort();
  const away = openDatabase(`postgres://nobody@127.0.0.1:${port.port}/nothing`);
  const api = await givenApi({
    apiDatabase: away,
    notice: { text: "All is well.", url: "https://status.example.com" },
  });
  onTestFinished(async () => {
    await api.stop();
    await away.close();
    port.release();
  });

  expect((await api.call("GET", PATH, { key: null })).body).toEqual({
    notice: { text: NOT_READY_TEXT, url: "https://status.example.com" },
    alarms: [],
  });
});

const EARLIER = "2026-11-17T10:00:00.000Z";
const LATER = "2026-11-17T11:00:00.000Z";

/** A process whose last heartbeat brought these alarms, and which lives however long the test takes. Returns its number. */
async function givenProcess(db: Database, alarms: ActiveAlarms): Promise<number> {
  const [id, first] = [await registerProcess(db, newId()), newId()];
  await beat(db, { id, unfinishedFrom: first, unroutedFrom: first, adoptions: 0 }, alarms);
  await db.query("update processes set heartbeat_at = 'infinity' where id = $1", [id]);
  return id;
}

test("an admin sees the alarms of every process that lives, each once, since the first of them", async () => {
  const api = await givenApi();
  onTestFinished(() => api.stop());
  const { cookie } = await api.signUp();
  await givenProcess(api.db, { reload_failed: LATER });
  await givenProcess(api.db, { reload_failed: EARLIER, settling_refused: LATER });
  const dead = await givenProcess(api.db, { take_over_failed: EARLIER });
  await api.db.query("update processes set heartbeat_at = now() - interval '1 minute' where id = $1", [dead]);
  const newer = await givenProcess(api.db, {});
  await api.db.query(`update processes set alarms = '{"disk_full": "2026-01-01"}' where id = $1`, [newer]);

  const { body } = await api.call("GET", PATH, { key: null, headers: { cookie } });

  expect(body).toEqual({
    notice: null,
    alarms: [
      { name: "reload_failed", since: EARLIER },
      { name: "settling_refused", since: LATER },
    ],
  });
});

test("nobody below an admin sees an alarm, and nobody who is not signed in", async () => {
  const api = await givenApi();
  onTestFinished(() => api.stop());
  const { cookie } = await api.signUp();
  await givenProcess(api.db, { reload_failed: EARLIER });
  const seenWith = async (headers: Record<string, string>) =>
    (await api.call("GET", PATH, { key: null, headers })).body;
  const none = { notice: null, alarms: [] };
  const all = { notice: null, alarms: [{ name: "reload_failed", since: EARLIER }] };

  for (const [role, seen] of [
    ["viewer", none],
    ["member", none],
    ["admin", all],
    ["owner", all],
  ] as const) {
    await api.setRole(role);
    expect([role, await seenWith({ cookie })]).toEqual([role, seen]);
  }
  expect(await seenWith({})).toEqual(none);
  expect(await seenWith({ cookie, "x-project-id": "tm_x" })).toEqual(none);
});

test("an alarm that has ended is gone with the next heartbeat", async () => {
  const api = await givenApi();
  onTestFinished(() => api.stop());
  const { cookie } = await api.signUp();
  const id = await givenProcess(api.db, { reload_failed: EARLIER });

  await beat(api.db, { id, unfinishedFrom: newId(), unroutedFrom: newId(), adoptions: 0 }, {});

  const { body } = await api.call("GET", PATH, { key: null, headers: { cookie } });
  expect(body).toEqual({ notice: null, alarms: [] });
});
