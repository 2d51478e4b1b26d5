/**
 * Can a user make us dial an internal address? Tests everything that dials out, with every way
 * to write such an address.
 *
 * Only 127.0.0.2 is allowed here, so that there is a far end to start from. A listener accepts connections at every
 * other loopback address, of both families, and must see none. The control tests allow loopback and see every
 * caller reach the listener: that proves the listener would have noticed.
 */
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DestinationAuth } from "@posthorn/contract/destination-auth";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";
import {
  type ConfiguredConnection,
  eventually,
  givenConnection,
  startGateway,
} from "../../testing/gateway.ts";

/** The one internal address that is allowed, as an operator might allow a single machine. */
const LISTED = "127.0.0.2";

/** Ways to write an internal address in a URL, by kind. */
const INWARD = {
  loopback: ["127.0.0.1", "127.0.0.53", "127.255.255.254", "0.0.0.0"],
  "loopback in other spellings": [
    "127.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "127.0.0.1.",
    "%31%32%37.0.0.1",
    "0",
  ],
  private: ["10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "167772161", "0xa000001", "012.0.0.1"],
  "link-local and metadata": [
    "169.254.0.1",
    "169.254.169.254",
    "2852039166",
    "0xa9fea9fe",
    "0251.0376.0251.0376",
    "100.100.100.200",
    "[fd00:ec2::254]",
  ],
  IPv6: ["[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[fc00::1]", "[fd12:3456::1]", "[fe80::1]", "[fec0::1]"],
  "IPv4 inside IPv6": [
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:169.254.169.254]",
    "[::ffff:10.0.0.1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
  ],
  "names of this machine": ["localhost", "LOCALHOST"],
};
/** Whether these two names resolve depends on the machine; saving them must be refused everywhere. */
const SAVED = [...Object.values(INWARD).flat(), "localhost.", "deep.localhost"];

let port: number;
let connections = 0;
const inside = createServer((socket) => {
  connections++;
  socket.on("error", () => undefined); // the client may disconnect at any time
  socket.resume(); // a socket that nobody reads never sees that the client is gone
  socket.end(
    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 22\r\n\r\n" + TOKEN_ANSWER,
  );
});
const TOKEN_ANSWER = '{"access_token":"tok"}';

/** Redirects to the URL in `?to=`, after as many further hops as `?hops=` says. */
const arrived: string[] = [];
const farEnd = createHttpServer((request, response) => {
  const { searchParams } = new URL(`http://far.end${request.url}`);
  const [to, hops] = [searchParams.get("to"), Number(searchParams.get("hops"))];
  request.resume();
  if (to === null) {
    arrived.push(request.url ?? "");
    return response.end("ok");
  }
  const location = hops > 0 ? `?hops=${hops - 1}&to=${encodeURIComponent(to)}` : to;
  return response.writeHead(307, { location }).end();
});
let farEndUrl: string;

let gateway: Awaited<ReturnType<typeof startGateway>>;
let permissive: typeof gateway;
let api: GivenApi;
beforeAll(async () => {
  inside.listen(0, "::");
  // On a machine without IPv6, no client can connect by it either.
  const [failure] = await Promise.race([once(inside, "listening"), once(inside, "error")]);
  if (failure) await once(inside.listen(0, "0.0.0.0"), "listening");
  port = (inside.address() as AddressInfo).port; // a TCP server has an AddressInfo
  await once(farEnd.listen(0, LISTED), "listening");
  farEndUrl = `http://${LISTED}:${(farEnd.address() as AddressInfo).port}`; // as above
  [gateway, permissive, api] = await Promise.all([
    startGateway(undefined, { egressAllow: [LISTED] }),
    startGateway(undefined, { egressAllow: ["127.0.0.0/8", "::1/128"] }),
    givenApi({ egressAllow: [LISTED] }),
  ]);
});
afterAll(async () => {
  await Promise.all([gateway.stop(), permissive.stop(), api.stop()]);
  inside.close();
  farEnd.closeAllConnections();
  farEnd.close();
});

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const private_key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const oauth = (auth_server: string) => ({ auth_server, client_id: "me", client_secret: "s" });

interface Caller {
  destination: (inward: string) => { url: string; auth?: DestinationAuth };
  ends: string;
}

/** Everything in the product that dials out, and how its attempt ends. */
const CALLERS: Record<string, Caller> = {
  "the destination's URL": { destination: (url) => ({ url }), ends: "INVALID_URL" },
  "a redirect": {
    destination: (to) => ({ url: `${farEndUrl}/?to=${encodeURIComponent(to)}` }),
    ends: "INVALID_URL",
  },
  "a redirect after redirects": {
    destination: (to) => ({ url: `${farEndUrl}/?hops=2&to=${encodeURIComponent(to)}` }),
    ends: "INVALID_URL",
  },
  "OAuth 2.0 client credentials": {
    destination: (inward) => ({
      url: farEndUrl,
      auth: { auth_type: "OAUTH2_CLIENT_CREDENTIALS", auth: oauth(inward) },
    }),
    ends: "OAUTH2_HANDSHAKE_FAILED",
  },
  "OAuth 2.0 refresh": {
    destination: (inward) => ({
      url: farEndUrl,
      auth: { auth_type: "OAUTH2_AUTHORIZATION_CODE", auth: { ...oauth(inward), refresh_token: "r" } },
    }),
    ends: "OAUTH2_HANDSHAKE_FAILED",
  },
  "a Google key file's token_uri": {
    destination: (token_uri) => ({
      url: farEndUrl,
      auth: {
        auth_type: "GCP_SERVICE_ACCOUNT",
        auth: { service_account_key: JSON.stringify({ client_email: "robot@test", private_key, token_uri }) },
      },
    }),
    ends: "OAUTH2_HANDSHAKE_FAILED",
  },
};

const inwardUrl = (host: string) => `http://${host}:${port}/inside`;

/** The last attempt of an accepted request, and everything about it that a person could read. */
async function attempt(through: typeof gateway, { url, auth }: ReturnType<Caller["destination"]>) {
  const connection = await givenConnection(through.db, { url, destination: auth ? { auth } : {} });
  return { connection, ...(await posted(through, connection)) };
}

async function posted(through: typeof gateway, { path, project }: ConfiguredConnection, more = "") {
  const accepted = await fetch(through.url + path + more, {
    method: "POST",
    headers: { "x-forwarded-host": `127.0.0.1:${port}` },
    body: "x",
  });
  expect(accepted.status).toBe(200);
  const [row] = await eventually(
    async () => {
      const { rows } = await through.db.query<{ error_code: string | null; text: string }>(
        "select error_code, attempts::text as text from attempts where team_id = $1",
        [project],
      );
      return rows;
    },
    (rows) => rows.length > 0,
  );
  return { error_code: row?.error_code, text: row?.text ?? "" };
}

describe.each(Object.entries(CALLERS))("%s", (_, { destination, ends }) => {
  test.each(Object.entries(INWARD))("does not lead to: %s", async (_group, hosts) => {
    const [before, arrivedBefore] = [connections, arrived.length];

    const ended = await Promise.all(
      hosts.map(async (host) => [host, (await attempt(gateway, destination(inwardUrl(host)))).error_code]),
    );

    expect(ended).toEqual(hosts.map((host) => [host, ends]));
    expect(connections).toBe(before);
    expect(arrived).toHaveLength(arrivedBefore);
  });

  test.each(["127.0.0.1", "2130706433", "localhost"])(
    "control: reaches %s where that is allowed",
    async (host) => {
      const before = connections;

      const { error_code } = await attempt(permissive, destination(inwardUrl(host)));

      expect(error_code).toBeNull();
      expect(connections).toBe(before + 1);
    },
  );

  test("says no address that the user did not write", async () => {
    const { text } = await attempt(gateway, destination(inwardUrl("localhost")));

    expect(text).not.toMatch(/127\.0\.0\.1|::1|0\.0\.0\.0/);
    expect(gateway.lines.join("\n")).not.toMatch(/127\.0\.0\.1:|169\.254/);
  });
});

test.each(["//127.0.0.1:PORT/x", "/@127.0.0.1:PORT/x", "/\\127.0.0.1:PORT/x", "?to2=http://127.0.0.1:PORT"])(
  "a sender who writes %s stays with the destination",
  async (more) => {
    const connection = await givenConnection(gateway.db, { url: farEndUrl });
    const [before, arrivedBefore] = [connections, arrived.length];

    const { error_code } = await posted(gateway, connection, more.replace("PORT", String(port)));

    expect(error_code).toBeNull();
    expect(arrived).toHaveLength(arrivedBefore + 1);
    expect(connections).toBe(before);
  },
);

/** The inputs where a user can write an address, by caller; users do not control redirects. */
const fieldsWith = (inward: string): [string, object][] =>
  Object.entries(CALLERS)
    .filter(([name]) => !name.startsWith("a redirect"))
    .map(([name, { destination }]) => {
      const { url, auth } = destination(inward);
      return [name, { url, ...auth }];
    });
const refusal = ({ status, body }: Awaited<ReturnType<GivenApi["call"]>>) => [status, body.message];
const REFUSED = [422, "This address is not allowed"];

describe("the API refuses to keep", () => {
  let number = 0;

  test.each(SAVED)("%s, whichever field it stands in", async (host) => {
    for (const [field, config] of fieldsWith(inwardUrl(host))) {
      const destination = { name: `inward-${number++}`, config };
      const made = await api.call("POST", "/destinations", { body: destination });
      const put = await api.call("PUT", "/destinations", { body: destination });
      const within = await api.call("POST", "/connections", { body: { source: { name: "s" }, destination } });

      expect([field, refusal(made), refusal(put), refusal(within)]).toEqual([
        field,
        REFUSED,
        REFUSED,
        REFUSED,
      ]);
    }
    expect((await api.call("GET", "/destinations/count")).body.count).toBe(0);
  });

  test("control: what the operator listed is kept, in every field", async () => {
    for (const [field, config] of fieldsWith(`${farEndUrl}/`)) {
      const body = { name: `listed-${number++}`, config };
      const { status, body: kept } = await api.call("POST", "/destinations", { body });

      expect([field, status]).toEqual([field, 200]);
      const changed = await api.call("PUT", `/destinations/${kept.id}`, {
        body: { config: { url: inwardUrl("127.0.0.1") } },
      });
      expect(refusal(changed)).toEqual(REFUSED);
    }
  });
});
