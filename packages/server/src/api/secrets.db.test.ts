/**
 * Does the API ever reveal a secret that the caller did not ask for?
 *
 * The project has one recognizable secret of every kind, all used by real deliveries. The test calls every GET of
 * every version with every id; neither the replies nor the log may contain a secret. The contract allows two
 * exceptions: `include`, for callers that may change the secret, and a transformation's own variables.
 */
import { createHash, generateKeyPairSync } from "node:crypto";
import type { DestinationAuthType } from "@posthorn/contract/destination-auth";
import { internalId, publicId } from "@posthorn/contract/ids";
import type { Endpoint } from "@posthorn/contract/endpoint";
import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import type { GENERIC_AUTH } from "@posthorn/contract/source-auth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { eventually, startFarEnd, startGateway } from "../testing/gateway.ts";
import { givenAccess, type GivenAccess } from "../testing/given-access.ts";
import { givenApi, type Answer, type GivenApi } from "../testing/given-api.ts";
import { ROUTES } from "../testing/route-table.ts";

/** A unique text. It begins with a letter, so that it is valid wherever a secret is. */
function marker(what: string): string {
  return `marker-${createHash("sha256").update(what).digest("hex").slice(0, 20)}-of-${what}`;
}

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const PEM = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** Like the above, for keys that must be base64. */
const BASE64_KEY = Buffer.from(marker("source-standard-webhooks")).toString("base64");

const SOURCES: Readonly<Record<keyof typeof GENERIC_AUTH, object>> = {
  HMAC: {
    algorithm: "sha256",
    encoding: "hex",
    header_key: "x-signature",
    webhook_secret_key: marker("source-hmac"),
  },
  BASIC_AUTH: { username: marker("source-user"), password: marker("source-password") },
  API_KEY: { header_key: "x-key", api_key: marker("source-api-key") },
  STANDARD_WEBHOOKS: { webhook_secret_key: `whsec_${BASE64_KEY}` },
  MANAGED: { token: marker("source-token") },
};

function destinations(tokenUrl: string): Readonly<Record<DestinationAuthType, object>> {
  return {
    HOOKDECK_SIGNATURE: {},
    CUSTOM_SIGNATURE: { key: "x-own-signature", signing_secret: marker("signing-secret") },
    BASIC_AUTH: { username: marker("user"), password: marker("password") },
    API_KEY: { key: "key", api_key: marker("api-key"), to: "query" },
    BEARER_TOKEN: { token: marker("bearer") },
    OAUTH2_CLIENT_CREDENTIALS: {
      auth_server: tokenUrl,
      client_id: marker("client"),
      client_secret: marker("client-secret"),
    },
    OAUTH2_AUTHORIZATION_CODE: {
      auth_server: tokenUrl,
      client_id: marker("code-client"),
      client_secret: marker("code-secret"),
      refresh_token: marker("refresh-token"),
    },
    AWS_SIGNATURE: {
      access_key_id: marker("aws-id"),
      secret_access_key: marker("aws-secret"),
      region: "eu-west-1",
      service: "sqs",
    },
    GCP_SERVICE_ACCOUNT: {
      service_account_key: JSON.stringify({
        client_email: marker("gcp-mail"),
        private_key: PEM,
        private_key_id: marker("gcp-key-id"),
        token_uri: tokenUrl,
      }),
    },
  };
}

const ACCESS_TOKEN = marker("access-token");
const VARIABLE = marker("variable");
/** A line from the middle of the key, which looks the same in JSON. */
const KEY_LINE = PEM.split("\n")[5] ?? "";

let identity: GivenAccess;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
let api: GivenApi;
let cookie: string;
/** The project's own secrets, which the test cannot choose. */
let ownSecrets: string[];
const replies: string[] = [];

beforeAll(async () => {
  identity = await givenAccess();
  const { db, databaseUrl: url, sealer } = identity;
  gateway = await startGateway({ db, url, drop: async () => undefined }, { sealer });
  farEnd = await startFarEnd((request, response) =>
    response
      .setHeader("content-type", "application/json")
      .end(
        request.url === "/token" ? JSON.stringify({ access_token: ACCESS_TOKEN, expires_in: 3600 }) : "{}",
      ),
  );
  api = await givenApi({ identity, cli: gateway.cli });
  ({ cookie } = await api.signUp());
  await db.query("update projects set organization_id = (select id from organizations) where id = $1", [
    api.team_id,
  ]);
  const { rows } = await db.query<{ signing_secret: Buffer }>(
    "select signing_secret from projects where id = $1",
    [api.team_id],
  );
  const project = { team_id: api.team_id, id: api.team_id };
  ownSecrets = [
    sealer.open(rows[0]?.signing_secret ?? Buffer.of(), "projects.signing_secret", project),
    api.key,
  ];
  await configure();
});
afterAll(async () => {
  await gateway.stop();
  farEnd.close();
  await api.stop();
});

async function make(method: string, path: string, body: object): Promise<Answer["body"]> {
  const answer = await api.call(method, path, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  // These show their caller what it has just sent.
  if (!/^\/(?:sources|transformations)$/.test(path)) replies.push(JSON.stringify(answer.body));
  return answer.body;
}

/** Creates one source and one destination for each secret, and a delivery to every destination. */
async function configure(): Promise<void> {
  for (const [kind, auth] of Object.entries(SOURCES)) {
    const type = kind === "MANAGED" ? { type: kind } : { type: "WEBHOOK" };
    const config = kind === "MANAGED" ? { auth } : { auth_type: kind, auth };
    await make("POST", "/sources", { name: `source-${kind}`, ...type, config });
  }
  const code = `addHandler("transform", (request) => request);`;
  const { id } = await make("POST", "/transformations", { name: "t", code, env: { TOKEN: VARIABLE } });
  const source = await make("POST", "/sources", { name: "open" });
  const kinds = Object.entries(destinations(`${farEnd.url}/token`));
  for (const [auth_type, auth] of kinds) {
    const config = { url: `${farEnd.url}/${auth_type}`, auth_type, auth };
    await make("PUT", "/connections", {
      name: auth_type,
      source_id: source.id,
      destination: { name: auth_type, config },
      rules: [{ type: "transform", transformation_id: id }],
    });
  }
  await gateway.reload(internalId("source", source.id) ?? "");
  const sent = await fetch(gateway.url + new URL(source.url).pathname, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  expect(sent.status).toBe(200);
  const events = await eventually(
    async () => (await api.call("GET", "/events?status=SUCCESSFUL")).body.models,
    (models) => models.length >= kinds.length,
  );
  await make("POST", "/bookmarks", {
    event_data_id: events[0].event_data_id,
    webhook_id: events[0].webhook_id,
    label: "kept",
  });
  await make("POST", "/bulk/events/retry", { query: { status: "SUCCESSFUL" } });
}

function secretsIn(text: string, but: readonly string[] = []): string[] {
  const markers = text.match(/marker-[0-9a-f]{20}-of-[a-z-]+/g) ?? [];
  return [
    ...markers,
    ...[...ownSecrets, KEY_LINE, BASE64_KEY].filter((secret) => text.includes(secret)),
  ].filter((secret) => !but.includes(secret));
}

/** The ids to call by-id endpoints with, by the first part of the path. */
const LISTED = new Map<string, string[]>();
async function idsFor(prefix: string, path: string): Promise<string[]> {
  const start = path.split("/{")[0] ?? "";
  const list = start === "/places" ? "/bulk/events/retry" : start; // places have no list of their own
  if (list === "/cli" || list === "/projects") return [];
  const known = LISTED.get(list);
  if (known) return known;
  const { body } = await api.call("GET", isPublic(list) ? list : `/${prefix}${list}`);
  const ids: string[] = body.models.map((model: { id: string }) => model.id);
  LISTED.set(list, ids);
  return ids;
}

/** With a key, or as a person where no key may look. */
async function look(address: string): Promise<Answer> {
  const answer = await api.call("GET", address);
  if (answer.status !== 403) return answer;
  await api.setRole("admin");
  const headers = { cookie, "x-project-id": publicId("project", api.team_id) };
  return api.call("GET", address, { key: null, headers });
}

const isPublic = (list: string) =>
  PUBLIC_ENDPOINTS.some(({ method, path }) => method === "GET" && path === list);

async function addressesOf(prefix: string, { path }: Endpoint): Promise<string[]> {
  if (!path.includes("{")) return [path];
  const first = (await idsFor(prefix, path)).map((id) => path.replace(/\{\w+\}/, id));
  const addresses = await Promise.all(
    first.map(async (address) => {
      if (!address.includes("{")) return [address];
      const list = address.split("/{")[0] ?? "";
      const isThere = isPublic(path.slice(0, path.lastIndexOf("/{")));
      const { body } = await look(isThere ? list : `/${prefix}${list}`);
      return body.models.map(({ id }: { id: string }) => address.replace(/\{\w+\}/, id)) as string[];
    }),
  );
  return addresses.flat();
}

function includesOf({ query }: Endpoint): string[] {
  const { properties = {} } = z.toJSONSchema(query, { io: "input", unrepresentable: "any" });
  const include = properties["include"];
  if (typeof include !== "object") return [];
  return [include.const, ...(include.enum ?? [])].filter((value) => typeof value === "string");
}

const READS = ROUTES.filter(({ endpoint }) => endpoint.method === "GET");

describe.each(READS.map((route) => [route.name, route] as const))("%s", (_name, { prefix, endpoint }) => {
  test("shows no secret that was not asked for", async () => {
    const but = endpoint.path.startsWith("/transformations") ? [VARIABLE] : [];

    for (const address of await addressesOf(prefix, endpoint)) {
      const url = `/${prefix}${address}`;
      // The page of secrets is for people, and shows them. Versions are for people, too, and show none.
      const { status, body } = await (address.includes("/versions") ? look(url) : api.call("GET", url));
      expect([address, status >= 500, secretsIn(JSON.stringify(body), but)]).toEqual([address, false, []]);
    }
  });

  const includes = includesOf(endpoint).filter((value) => value !== "data");
  if (includes.length === 0) return;
  test("shows its own to who may change it, and to no viewer", async () => {
    const asPerson = { key: null, headers: { cookie, "x-project-id": publicId("project", api.team_id) } };
    const shown: string[] = [];

    for (const address of await addressesOf(prefix, endpoint)) {
      const url = `/${prefix}${address}?include=${includes[0]}`;
      shown.push(...secretsIn(JSON.stringify((await api.call("GET", url)).body)));
      await api.setRole("viewer");
      const refused = await api.call("GET", url, asPerson);
      expect([address, refused.status, secretsIn(JSON.stringify(refused.body))]).toEqual([address, 403, []]);
    }

    expect(shown.length).toBeGreaterThan(3);
    expect(shown).not.toContain(ACCESS_TOKEN);
    expect(shown).not.toContain(ownSecrets[0]);
  });
});

test("the secrets are in use, or their absence proves nothing", async () => {
  const wire = JSON.stringify(
    farEnd.received.map(({ url, headers, body }) => [url, headers, body.toString()]),
  );

  for (const what of ["api-key", "bearer", "access-token", "refresh-token", "aws-id"])
    expect(wire).toContain(marker(what));
});

test("no reply to another change shows them, nor does a complaint about them", async () => {
  const auth = { username: "u", password: marker("password"), surplus: marker("surplus") };
  const config = { url: "http://x.test", auth_type: "BASIC_AUTH", auth };
  const refused = await api.call("POST", "/destinations", { body: { name: "n", config } });

  expect(refused.status).toBe(422);
  expect(secretsIn(JSON.stringify(refused.body))).toEqual([]);
  expect(secretsIn(replies.join("\n"))).toEqual([]);
  expect(replies.length).toBeGreaterThan(8);
});

test("no line of the log contains one", () => {
  const lines = [...api.logged, ...gateway.lines];

  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => secretsIn(line).length > 0)).toEqual([]);
  expect(lines.filter((line) => line.includes(/=([^;]+)/.exec(cookie)?.[1] ?? ""))).toEqual([]);
});
