import { internalId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../ids.ts";
import { recogniseCliClient } from "../../store/cli-clients.ts";
import { attachCliSession, insertCliSession, releaseCliSessionsOf } from "../../store/cli-sessions.ts";
import { givenApi, type GivenApi } from "../../testing/given-api.ts";

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

async function counts(key = api.key): Promise<unknown> {
  return (await api.call("GET", "//dashboard-api/cli-sessions", { key })).body.counts;
}

async function connectionTo(destination: object, source: string): Promise<{ id: string; to: string }> {
  const { body } = await api.call("POST", "/connections", {
    body: { source: { name: source }, ...destination },
  });
  return { id: body.id, to: body.destination.id };
}

/** A session of a machine of its own, whose socket the process holds. */
async function sessionAt(process_id: number, connections: readonly { id: string }[]): Promise<void> {
  const { team_id } = api;
  const id = newId();
  const cli_id = await recogniseCliClient(api.db, { team_id, device_name: id, user_id: null });
  const webhook_ids = connections.map((one) => internalId("connection", one.id) ?? "");
  await insertCliSession(api.db, { id, team_id, cli_id, webhook_ids, filters: {} });
  await attachCliSession(api.db, { id, team_id, process_id });
}

test("sessions of all processes count for their destinations while they are connected, each once", async () => {
  const destination = { destination: { name: "laptop", type: "CLI", config: { path: "/hooks" } } };
  const first = await connectionTo(destination, "shop");
  const second = await connectionTo({ destination_id: first.to }, "billing");
  const other = await connectionTo(
    { destination: { name: "desktop", type: "CLI", config: { path: "/" } } },
    "shipping",
  );
  expect(await counts()).toEqual({});

  await sessionAt(7, [first, second]);
  await sessionAt(8, [second, other]);

  expect(await counts()).toEqual({ [first.to]: 2, [other.to]: 1 });
  expect(await counts(api.other.key)).toEqual({});
  await releaseCliSessionsOf(api.db, 8);
  expect(await counts()).toEqual({ [first.to]: 1 });
  await api.call("DELETE", `/connections/${first.id}`);
  expect(await counts()).toEqual({ [first.to]: 1 });
  await api.call("DELETE", `/connections/${second.id}`);
  expect(await counts()).toEqual({});
});
