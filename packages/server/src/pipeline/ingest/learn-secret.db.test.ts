/** Does a source learn the secret that its provider sends once, and nobody else's? */
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { type ConfiguredConnection, givenConnection, sealer } from "../../testing/gateway.ts";
import { gatewayOfFile } from "../../testing/gateway-of-file.ts";

const { gateway, farEnd } = await gatewayOfFile();

const given = (type: string, auth: object | null = null) =>
  givenConnection(gateway.db, { url: farEnd.url, source: { type, auth } });

async function send(path: string, headers: Record<string, string>, body = "{}") {
  const response = await fetch(gateway.url + path, { method: "POST", headers, body });
  await response.arrayBuffer();
  return { status: response.status, secret: response.headers.get("x-hook-secret") };
}

const handshake = (path: string, secret: string) => send(path, { "X-Hook-Secret": secret });
const signedBy = (secret: string) => ({
  "X-Hook-Signature": createHmac("sha256", secret).update("{}").digest("hex"),
});

async function rowOf({ project, source }: ConfiguredConnection) {
  const { rows } = await gateway.db.query<{ auth: Buffer | null; edited: boolean }>(
    "select auth, edited_at is not null as edited from sources where team_id = $1 and id = $2",
    [project, source],
  );
  return rows[0];
}

test.each(["ASANA", "CLIO"])("%s teaches a source its secret, and no one can replace it", async (type) => {
  const connection = await given(type);
  const { path, project, source } = connection;

  expect((await send(path, {})).status).toBe(200);
  expect(await handshake(path, "first")).toEqual({ status: 200, secret: "first" });
  expect((await send(path, {})).status).toBe(401);
  expect((await send(path, signedBy("first"))).status).toBe(200);

  expect(await handshake(path, "second")).toEqual({ status: 200, secret: "second" });
  expect((await send(path, signedBy("second"))).status).toBe(401);
  expect((await send(path, signedBy("first"))).status).toBe(200);
  const row = await rowOf(connection);
  expect(row?.edited).toBe(true);
  expect(row?.auth && sealer.open(row.auth, "sources.auth", { team_id: project, id: source })).toBe(
    '{"webhook_secret_key":"first"}',
  );
});

test("of several webhooks that teach at the same time, one succeeds", async () => {
  const { path } = await given("ASANA");

  await Promise.all(["one", "two", "three"].map((secret) => handshake(path, secret)));

  const answers = await Promise.all(["one", "two", "three"].map((secret) => send(path, signedBy(secret))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(2);
});

test("a configured secret stays, and a secret that no source could have is not learned", async () => {
  const configured = await given("ASANA", { webhook_secret_key: "configured" });
  const open = await given("ASANA");

  await handshake(configured.path, "taught");
  await handshake(open.path, "x".repeat(4_097));

  expect((await send(configured.path, signedBy("configured"))).status).toBe(200);
  expect((await send(configured.path, signedBy("taught"))).status).toBe(401);
  expect(await rowOf(open)).toEqual({ auth: null, edited: false });
  expect((await send(open.path, {})).status).toBe(200);
});
