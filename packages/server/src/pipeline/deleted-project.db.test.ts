/** What do senders, destinations and CLIs notice when a project is deleted while it receives and delivers? */
import { internalId, publicId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { createLog } from "../log.ts";
import { issueApiKey } from "../store/api-keys.ts";
import { createProject } from "../store/new-project.ts";
import { Refused, connectCli, givenCliConnection, sessionId } from "../testing/cli-client.ts";
import { eventually, startFarEnd, startGateway } from "../testing/gateway.ts";
import { type GivenAccess, givenAccess } from "../testing/given-access.ts";
import { type GivenApi, givenApi } from "../testing/given-api.ts";
import { createProjectRemovalTurn } from "../workers/project-removal.ts";

let identity: GivenAccess;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let other: Awaited<ReturnType<typeof startGateway>>;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
let api: GivenApi;
let cookie: string;
let organization_id: string;

beforeAll(async () => {
  identity = await givenAccess();
  const { db, databaseUrl: url, sealer, access } = identity;
  const shared = { db, url, drop: async () => undefined };
  gateway = await startGateway(shared, { sealer, access });
  other = await startGateway(shared, { sealer, roles: ["ingest"] });
  farEnd = await startFarEnd();
  api = await givenApi({ identity, cli: gateway.cli, caughtUp: gateway.caughtUp });
  ({ cookie } = await api.signUp());
  const { rows } = await db.query<{ id: string }>("select id from organizations");
  organization_id = rows[0]?.id ?? "";
});
afterAll(async () => {
  await gateway.stop();
  await other.stop();
  farEnd.close();
  await api.stop();
});

interface Project {
  id: string;
  key: string;
  connection: { id: string; source: { id: string; name: string; url: string } };
  /** The path of its source. */
  path: string;
}

/** A project in the person's organization, with one connection to the far end. */
async function givenProject(destination: object = {}): Promise<Project> {
  const id = await createProject(identity.db, identity.sealer, { organization_id, name: "Project" });
  const { key } = await issueApiKey(identity.db, { team_id: id, name: "test", expires_at: null });
  const { body: connection } = await api.call("POST", "/connections", {
    key,
    body: {
      source: { name: "shop" },
      destination: { name: "orders", config: { url: farEnd.url, ...destination } },
    },
  });
  return { id, key, connection, path: new URL(connection.source.url).pathname };
}

const remove = ({ id }: Project) =>
  api.call("DELETE", `/projects/${publicId("project", id)}`, {
    key: null,
    headers: { cookie, origin: "http://127.0.0.1:4400" },
  });

async function send(url: string, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: "{}",
  });
  // Our answers are always JSON.
  return { status: response.status, body: (await response.json()) as { message?: string } };
}

async function eventsOf({ id }: Project) {
  const { rows } = await identity.db.query<{ status: string; error_code: string | null; isHeld: boolean }>(
    `select status, error_code, lease_owner is not null as "isHeld" from events where team_id = $1 order by id`,
    [id],
  );
  return rows;
}

test("its source URLs answer 410 from the answer on, in other processes soon after, and in the end 404", async () => {
  const project = await givenProject();
  for (const { url } of [gateway, other]) expect((await send(url, project.path)).status).toBe(200);
  await farEnd.arrivals(2);
  const stored = async () =>
    (await identity.db.query("select from requests where team_id = $1", [project.id])).rowCount;

  expect((await remove(project)).status).toBe(200);

  expect(await send(gateway.url, project.path)).toMatchObject({
    status: 410,
    body: { message: "Source deleted" },
  });
  await eventually(
    () => send(other.url, project.path),
    ({ status }) => status === 410,
  );
  const before = await stored();
  expect((await send(gateway.url, project.path)).status).toBe(410);
  expect(await stored()).toBe(before);

  await identity.db.query("update projects set deleted_at = now() - interval '2 hours' where id = $1", [
    project.id,
  ]);
  const turn = createProjectRemovalTurn(
    identity.db,
    createLog(() => undefined),
  );
  while (await turn());
  for (const { url } of [gateway, other])
    await eventually(
      () => send(url, project.path),
      ({ status, body }) => status === 404 && body.message === "Source not found",
    );
});

test("nobody publishes to it, and what was made in it at the same moment is deleted too", async () => {
  const project = await givenProject();
  await remove(project);
  const source = newId();
  await identity.db.query(
    `insert into sources (id, team_id, name, type, config)
     values ($1, $2, 'late', 'WEBHOOK', '{"allowed_http_methods":["POST"]}')`,
    [source, project.id],
  );

  const published = await send(gateway.url, "/v1/publish", {
    authorization: `Bearer ${project.key}`,
    "x-posthorn-source-name": "shop",
  });
  const late = await send(gateway.url, `/e/${publicId("source", source)}`);

  expect([published.status, late.status]).toEqual([401, 410]);
});

test("what waits for a slot is not delivered any more, and its limiter is let go", async () => {
  const project = await givenProject({ rate_limit: 1, rate_limit_period: "hour" });
  const arrived = farEnd.received.length;
  for (let sent = 0; sent < 4; sent++) expect((await send(gateway.url, project.path)).status).toBe(200);
  await farEnd.arrivals(arrived + 1);
  await eventually(
    () => eventsOf(project),
    (events) => events.some(({ status }) => status === "SUCCESSFUL"),
  );

  await remove(project);

  const events = await eventually(
    () => eventsOf(project),
    (rows) => rows.every(({ isHeld, status }) => !isHeld && status !== "QUEUED"),
  );
  expect(events.map(({ status, error_code }) => `${status} ${error_code}`).toSorted()).toEqual([
    "FAILED CANCELLED",
    "FAILED CANCELLED",
    "FAILED CANCELLED",
    "SUCCESSFUL null",
  ]);
  expect(farEnd.received.length).toBe(arrived + 1);
  await eventually(
    async () =>
      (
        await identity.db.query<{ process_id: number }>(
          `select process_id from limiters join destinations using (id) where team_id = $1`,
          [project.id],
        )
      ).rows,
    (rows) => rows.every(({ process_id }) => process_id === 0),
  );
});

test("what a pause has held is never sent", async () => {
  const project = await givenProject();
  const arrived = farEnd.received.length;
  const { key, connection } = project;
  expect((await api.call("PUT", `/connections/${connection.id}/pause`, { key, body: {} })).status).toBe(200);
  for (let sent = 0; sent < 3; sent++) await send(gateway.url, project.path);
  await eventually(
    () => eventsOf(project),
    (events) => events.length === 3 && events.every(({ status }) => status === "HOLD"),
  );

  await remove(project);

  const events = await eventually(
    () => eventsOf(project),
    (rows) => rows.every(({ status }) => status !== "HOLD"),
  );
  expect(events.map(({ status, error_code }) => `${status} ${error_code}`)).toEqual(
    Array.from({ length: 3 }, () => "FAILED CANCELLED"),
  );
  expect(farEnd.received.length).toBe(arrived);
});

test("a CLI that listens is sent away, and does not come back", async () => {
  const project = await givenProject();
  const { webhook_id } = await givenCliConnection(identity.db, project.id);
  const dial = () =>
    connectCli({ url: api.url, key: project.key, session: sessionId(), connections: [webhook_id] });
  const client = await dial();

  await remove(project);

  await client.closed;
  const refused = await dial().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ status: 401 });
});

test("another project of the organization goes on receiving and delivering", async () => {
  const [deleted, kept] = [await givenProject(), await givenProject()];
  await remove(deleted);
  const arrived = farEnd.received.length;

  expect((await send(gateway.url, kept.path)).status).toBe(200);

  await farEnd.arrivals(arrived + 1);
  expect(
    internalId("project", (await api.call("GET", "/sources", { key: kept.key })).body.models[0].team_id),
  ).toBe(kept.id);
});
