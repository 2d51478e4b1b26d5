import { internalId, publicId } from "@posthorn/contract/ids";
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

test("a machine is active while its CLI is connected, for the connections it listens to and in its project", async () => {
  const { body: connection } = await api.call("POST", "/connections", {
    body: {
      source: { name: "shop" },
      destination: { name: "laptop", type: "CLI", config: { path: "/hooks" } },
    },
  });
  const { team_id } = api;
  const cli_id = await recogniseCliClient(api.db, { team_id, device_name: "adas-laptop", user_id: null });
  const id = newId();
  await insertCliSession(api.db, {
    id,
    team_id,
    cli_id,
    webhook_ids: [internalId("connection", connection.id) ?? ""],
    filters: {},
  });
  const asked = async (query = "", key = api.key) =>
    (await api.call("GET", `//dashboard-api/cli-clients${query}`, { key })).body.models;
  const machine = { cli_id: publicId("cli_client", cli_id), device_name: "adas-laptop", active: false };

  expect(await asked()).toEqual([machine]);
  await attachCliSession(api.db, { id, team_id, process_id: 7 });
  expect(await asked(`?webhook_id=${connection.id}`)).toEqual([{ ...machine, active: true }]);
  expect(await asked(`?webhook_id=${publicId("connection", newId())}`)).toEqual([]);
  expect(await asked("?webhook_id=web_none")).toEqual([]);
  expect(await asked("", api.other.key)).toEqual([]);
  await releaseCliSessionsOf(api.db, 7);
  expect(await asked()).toEqual([machine]);
});

test("a machine is found by its id after its sessions have ended, and only in its project", async () => {
  const { team_id } = api;
  const cli_id = await recogniseCliClient(api.db, { team_id, device_name: "old-laptop", user_id: null });
  const asked = async (key = api.key) => {
    const query = `cli_id[0]=${publicId("cli_client", cli_id)}&cli_id[1]=cli_none`;
    return (await api.call("GET", `//dashboard-api/cli-clients?${query}`, { key })).body.models;
  };

  expect(await asked()).toEqual([
    { cli_id: publicId("cli_client", cli_id), device_name: "old-laptop", active: false },
  ]);
  expect(await asked(api.other.key)).toEqual([]);
});

test("the people behind a project's machines have names, each once", async () => {
  const { team_id } = api;
  const id = newId();
  await api.db.query(
    "insert into users (id, name, email, email_verified) values ($1, 'Grace', 'grace@acme.dev', true)",
    [id],
  );
  for (const device_name of ["graces-laptop", "graces-desktop"])
    await recogniseCliClient(api.db, { team_id, device_name, user_id: id });

  expect((await api.call("GET", "//dashboard-api/cli-users")).body.models).toEqual([{ id, name: "Grace" }]);
  const others = await api.call("GET", "//dashboard-api/cli-users", { key: api.other.key });
  expect(others.body.models).toEqual([]);
});
