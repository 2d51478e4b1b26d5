/** Tokens from real authorization servers on loopback, one of them a third-party implementation. */
import { generateKeyPairSync } from "node:crypto";
import type { ServerResponse } from "node:http";
import { OAuth2Client } from "google-auth-library";
import { OAuth2Server } from "oauth2-mock-server";
import type { AuthFields } from "@posthorn/contract/destination-auth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLog } from "../../../log.ts";
import { createAddressGuard } from "../../../outbound/address-guard.ts";
import { type Dialer, createDialer } from "../../../outbound/dialer.ts";
import type { Queryable } from "../../../store/database.ts";
import { type DestinationKey, readDestinationAuth } from "../../../store/destinations.ts";
import { type FreshDatabase, freshDatabase } from "../../../testing/fresh-database.ts";
import { givenConnection, sealer, startFarEnd } from "../../../testing/gateway.ts";
import { type Grant, type GrantAuth, grantOf } from "./authentication.ts";
import { type Tokens, createTokens } from "./tokens.ts";

const DEADLINE_MS = 15_000;
let database: FreshDatabase;
let dialer: Dialer;
let tokens: Tokens;
let logged: string[];
beforeAll(async () => {
  database = await freshDatabase();
  dialer = createDialer(createAddressGuard(["127.0.0.0/8"]));
});
afterAll(async () => {
  await dialer.close();
  await database.drop();
});
const newTokens = (db: Queryable = database.db) =>
  createTokens({ dialer, db, sealer, log: createLog((line) => logged.push(line)) });
beforeEach(() => {
  logged = [];
  tokens = newTokens();
});

async function given(auth: GrantAuth): Promise<Grant> {
  const { project, destination } = await givenConnection(database.db, { destination: { auth } });
  return grantOf({ team_id: project, id: destination }, auth);
}

const CLIENT = { client_id: "me & you", client_secret: "s3cret:+" };
type ClientFields = Partial<AuthFields<"OAUTH2_CLIENT_CREDENTIALS">>;
const clientGrant = (auth_server: string, fields: ClientFields = {}) =>
  given({ auth_type: "OAUTH2_CLIENT_CREDENTIALS", auth: { auth_server, ...CLIENT, ...fields } });
const refreshGrant = (auth_server: string, refresh_token = "first") =>
  given({ auth_type: "OAUTH2_AUTHORIZATION_CODE", auth: { auth_server, ...CLIENT, refresh_token } });

async function keptRefreshToken(key: DestinationKey): Promise<unknown> {
  const sealed = await readDestinationAuth(database.db, key);
  return sealed && JSON.parse(sealer.open(sealed, "destinations.auth", key)).refresh_token;
}

/** An authorization server that numbers its tokens; `answer` may change its reply. */
async function startAuthServer(answer: (count: number) => object = () => ({})) {
  let count = 0;
  return startFarEnd((_, response) => {
    count++;
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ access_token: `token-${count}`, expires_in: 3600, ...answer(count) }));
  });
}

describe("an independent authorization server", () => {
  let server: OAuth2Server;
  beforeAll(async () => {
    server = new OAuth2Server();
    await server.issuer.keys.generate("RS256");
    await server.start(0, "127.0.0.1");
  });
  afterAll(() => server.stop());
  const tokenUrl = () => `http://127.0.0.1:${server.address().port}/token`;

  test("gives a token for client credentials, with the scope that was asked for", async () => {
    const token = await tokens.tokenFor(
      await clientGrant(tokenUrl(), { scope: "events:write" }),
      DEADLINE_MS,
    );

    const [, payload = ""] = (token ?? "").split(".");
    expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({ scope: "events:write" });
  });

  test("gives a token for a refresh token, and its replacement is stored sealed", async () => {
    const grant = await refreshGrant(tokenUrl());

    const token = await tokens.tokenFor(grant, DEADLINE_MS);

    expect(token?.split(".")).toHaveLength(3);
    expect(await keptRefreshToken(grant.destination)).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test.each<[ClientFields["authentication_type"], object]>([
  [
    undefined,
    {
      authorization: `Basic ${Buffer.from("me+%26+you:s3cret%3A%2B").toString("base64")}`,
      body: "grant_type=client_credentials",
    },
  ],
  [
    "bearer",
    { authorization: "Bearer s3cret:+", body: "grant_type=client_credentials&client_id=me+%26+you" },
  ],
  [
    "x-www-form-urlencoded",
    {
      authorization: undefined,
      body: "grant_type=client_credentials&client_id=me+%26+you&client_secret=s3cret%3A%2B",
    },
  ],
])("client credentials as %s", async (authentication_type, expected) => {
  const server = await startAuthServer();

  await tokens.tokenFor(await clientGrant(`${server.url}/t?x=1`, { authentication_type }), DEADLINE_MS);

  const [received] = await server.arrivals(1);
  if (!received) throw new Error("nothing arrived");
  const { method, url, headers, body } = received;
  expect({ authorization: headers.authorization, body: body.toString() }).toEqual(expected);
  expect([method, url, headers["content-type"]]).toEqual([
    "POST",
    "/t?x=1",
    "application/x-www-form-urlencoded",
  ]);
  server.close();
});

test("a token is fetched once for all who wait, and kept", async () => {
  const server = await startAuthServer();
  const grant = await clientGrant(server.url);

  const together = await Promise.all(Array.from({ length: 20 }, () => tokens.tokenFor(grant, DEADLINE_MS)));
  const later = await tokens.tokenFor(grant, DEADLINE_MS);

  expect(new Set([...together, later])).toEqual(new Set(["token-1"]));
  expect(server.received).toHaveLength(1);
  server.close();
});

test("other credentials, another destination, an expired or a refused token are fetched anew", async () => {
  const server = await startAuthServer((count) => (count === 4 ? { expires_in: 0 } : {}));
  const grant = await clientGrant(server.url);

  const first = await tokens.tokenFor(grant, DEADLINE_MS);
  const other = await tokens.tokenFor(
    grantOf(grant.destination, { ...grant.auth, auth: { ...grant.auth.auth, scope: "x" } } as GrantAuth),
    DEADLINE_MS,
  );
  const elsewhere = await tokens.tokenFor(await clientGrant(server.url), DEADLINE_MS);
  tokens.drop(grant, "token-0"); // not the cached one
  const kept = await tokens.tokenFor(grant, DEADLINE_MS);
  tokens.drop(grant, "token-1");
  const expired = await tokens.tokenFor(grant, DEADLINE_MS);
  const last = await tokens.tokenFor(grant, DEADLINE_MS);

  expect([first, other, elsewhere, kept, expired, last]).toEqual(
    ["1", "2", "3", "1", "4", "5"].map((number) => `token-${number}`),
  );
  server.close();
});

describe("no token comes of", () => {
  test.each<[string, Parameters<typeof startFarEnd>[0]]>([
    ["a refusal", (_, response) => response.writeHead(401).end('{"access_token":"x"}')],
    ["a redirect", (_, response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end()],
    ["what is no JSON", (_, response) => response.end("<html>")],
    ["an answer without a token", (_, response) => response.end('{"token":"x"}')],
    ["a token that no header carries", (_, response) => response.end('{"access_token":"a\\r\\nb"}')],
    [
      "an answer without end",
      (_, response) => response.end(`{"access_token":"x","pad":"${"x".repeat(70_000)}"}`),
    ],
    ["a hang-up", (request) => request.socket.destroy()],
  ])("%s", async (_, answer) => {
    const server = await startFarEnd(answer);
    const grant = await clientGrant(server.url);

    expect(await tokens.tokenFor(grant, DEADLINE_MS)).toBeNull();
    expect(logged.join()).toContain("token.refused");
    expect(logged.join()).not.toContain("s3cret");
    server.close();
  });

  test("an address inside", async () => {
    expect(await tokens.tokenFor(await clientGrant("http://10.0.0.1/token"), DEADLINE_MS)).toBeNull();
    expect(logged.join()).toContain("INVALID_URL");
  });
});

test("an attempt waits for its own time, and what comes later serves the next", async () => {
  const held: ServerResponse[] = [];
  const server = await startFarEnd((_, response) => held.push(response));
  const grant = await clientGrant(server.url);

  const late = await tokens.tokenFor(grant, 50);
  const joined = await tokens.tokenFor(grant, 50);
  const patient = tokens.tokenFor(grant, DEADLINE_MS);
  for (const response of held) response.end('{"access_token":"late","expires_in":3600}');

  expect([late, joined, await patient]).toEqual([null, null, "late"]);
  expect(await tokens.tokenFor(grant, 50)).toBe("late");
  expect(server.received).toHaveLength(1);
  server.close();
});

const startRotating = () => startAuthServer((count) => ({ refresh_token: `refresh-${count}` }));
const sentTokens = (server: Awaited<ReturnType<typeof startRotating>>) =>
  server.received.map(({ body }) => new URLSearchParams(body.toString()).get("refresh_token"));

describe("refresh tokens that are replaced", () => {
  test("are used from then on, by every process, and their access token stays", async () => {
    const server = await startRotating();
    const grant = await refreshGrant(server.url);

    const token = await tokens.tokenFor(grant, DEADLINE_MS);
    const stored = JSON.parse(
      sealer.open(
        (await readDestinationAuth(database.db, grant.destination)) ?? Buffer.of(),
        "destinations.auth",
        grant.destination,
      ),
    );
    const afterReload = grantOf(grant.destination, { auth_type: "OAUTH2_AUTHORIZATION_CODE", auth: stored });
    const again = await tokens.tokenFor(afterReload, DEADLINE_MS);
    await newTokens().tokenFor(grant, DEADLINE_MS); // another process whose routing is out of date

    expect(again).toBe(token);
    expect(sentTokens(server)).toEqual(["first", "refresh-1"]);
    expect(await keptRefreshToken(grant.destination)).toBe("refresh-2");
    server.close();
  });

  test("never undo what a person wrote meanwhile", async () => {
    let grant: Grant | undefined;
    const server = await startFarEnd((_, response) => {
      const { destination, auth } = grant as Grant; // the server is asked for a token of this grant only
      const json = JSON.stringify({ ...auth.auth, refresh_token: "theirs" });
      const theirs = sealer.seal(json, "destinations.auth", destination);
      void database.db
        .query("update destinations set auth = $2 where id = $1", [destination.id, theirs])
        .then(() => response.end('{"access_token":"x","refresh_token":"ours"}'));
    });
    grant = await refreshGrant(server.url);

    expect(await tokens.tokenFor(grant, DEADLINE_MS)).toBe("x");
    expect(await keptRefreshToken(grant.destination)).toBe("theirs");
    server.close();
  });

  test("are kept in memory while the store refuses them, and stored later", async () => {
    const server = await startRotating();
    const grant = await refreshGrant(server.url);
    let refuses = true;
    const refusing: Queryable = {
      query: (text, values) =>
        refuses && text.startsWith("update")
          ? Promise.reject(new Error("the database is away"))
          : database.db.query(text, values),
    };
    const own = newTokens(refusing);

    const token = await own.tokenFor(grant, DEADLINE_MS);
    const unsaved = await keptRefreshToken(grant.destination);
    refuses = false;
    own.drop(grant, token ?? "");
    await own.tokenFor(grant, DEADLINE_MS);

    expect(unsaved).toBe("first");
    expect(sentTokens(server)).toEqual(["first", "refresh-1"]);
    expect(await keptRefreshToken(grant.destination)).toBe("refresh-2");
    server.close();
  });
});

test.each(["x", "{}", JSON.stringify({ client_email: "a", private_key: "b" })])(
  "a key file that cannot be read gets no token: %s",
  async (service_account_key) => {
    const grant = await given({ auth_type: "GCP_SERVICE_ACCOUNT", auth: { service_account_key } });

    expect(await tokens.tokenFor(grant, DEADLINE_MS)).toBeNull();
  },
);

test("a service account's assertion is what Google's own library accepts", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const private_key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const server = await startAuthServer();
  const file = { client_email: "robot@test", private_key, private_key_id: "k1", token_uri: server.url };
  const auth = { service_account_key: JSON.stringify(file), scope: "https://scope.test/a" };

  const token = await tokens.tokenFor(await given({ auth_type: "GCP_SERVICE_ACCOUNT", auth }), DEADLINE_MS);

  const form = new URLSearchParams(server.received[0]?.body.toString());
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const checked = await new OAuth2Client().verifySignedJwtWithCertsAsync(
    form.get("assertion") ?? "",
    { k1: pem },
    server.url,
    ["robot@test"],
  );
  const claims = checked.getPayload();
  expect(token).toBe("token-1");
  expect(form.get("grant_type")).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer");
  expect(claims).toMatchObject({ scope: "https://scope.test/a" });
  expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(3_600);
  server.close();
});
