/**
 * How does a test sign people up and in over real HTTP?
 *
 * A database of its own, the whole of access on it, and a server that knows only /auth. Calls come from
 * the dashboard's origin unless a test says otherwise; the client's address can be chosen because the
 * test is a trusted proxy.
 */
import { randomBytes, scryptSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createAccess, type Access, type AccessDeps } from "../access/access.ts";
import type { Passwords } from "../access/passwords.ts";
import { createLog } from "../log.ts";
import { createAddressGuard } from "../outbound/address-guard.ts";
import { createDialer } from "../outbound/dialer.ts";
import { createGuardedFetch } from "../outbound/guarded-fetch.ts";
import type { Database } from "../store/database.ts";
import { createOrganization, FIRST_PROJECT_NAME } from "../store/organizations.ts";
import { createSealer, type Sealer } from "../store/seal.ts";
import { freshDatabase } from "./fresh-database.ts";

export const INGEST_URL = "http://ingest.test:4401";
const PUBLIC_URL = "http://127.0.0.1:4400";
/** All parts share it, so that a gateway can open what an API has sealed. */
export const MASTER_KEY = "a master key for tests, long enough to pass";

export const OWNER = { email: "ada@example.com", password: "correct horse battery" } as const;

interface AuthAnswer {
  status: number;
  body: unknown;
  headers: Headers;
  /** What a browser would send back, from Set-Cookie; empty when there was none. */
  cookie: string;
}

export interface GivenAccess {
  access: Access;
  db: Database;
  databaseUrl: string;
  sealer: Sealer;
  /** Lines written to the log so far. */
  logged: string[];
  /** A header with an empty value is left out. */
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<AuthAnswer>;
  /** The first person, with an organization as `/onboarding` makes it. */
  signUp: () => Promise<AuthAnswer>;
  signIn: (password?: string, headers?: Record<string, string>) => Promise<AuthAnswer>;
  stop: () => Promise<void>;
}

const cheapKey = (password: string, salt: string) => scryptSync(password, salt, 64, { N: 2 }).toString("hex");
/** The product's form at the lowest cost, because hundreds of tests sign up and in. */
const CHEAP_PASSWORDS: Passwords = {
  async hash(password) {
    const salt = randomBytes(16).toString("hex");
    return `${salt}:${cheapKey(password, salt)}`;
  },
  async verify({ hash, password }) {
    const [salt = "", key] = hash.split(":");
    return cheapKey(password, salt) === key;
  },
};

interface Settings
  extends Partial<AccessDeps["config"]>, Partial<Pick<AccessDeps, "mail" | "productEvents">> {
  /** False: passwords cost what they cost in the product. */
  hasCheapPasswords?: boolean;
  /** How long an identity provider may take. No test depends on how long it does. */
  fetchWithinMs?: number;
}

export async function givenAccess({
  mail = null,
  productEvents = null,
  hasCheapPasswords = true,
  fetchWithinMs = 600_000,
  ...settings
}: Settings = {}): Promise<GivenAccess> {
  const { db, url: databaseUrl, drop } = await freshDatabase();
  const sealer = createSealer(MASTER_KEY);
  const logged: string[] = [];
  const config = {
    host: "127.0.0.1",
    publicUrl: PUBLIC_URL,
    allowedHosts: [],
    trustedProxies: ["127.0.0.1"],
    bootstrap: null,
    ...settings,
  };
  const log = createLog((line) => logged.push(line));
  const dialer = createDialer(createAddressGuard(["127.0.0.0/8"]));
  const access = createAccess({
    db,
    publishersDb: db,
    databaseUrl,
    config,
    log,
    sealer,
    mail,
    productEvents,
    fetch: createGuardedFetch(dialer.exchange, { answerWithinMs: fetchWithinMs }),
    ...(hasCheapPasswords && { passwords: CHEAP_PASSWORDS }),
  });
  await access.start();

  const server = createServer((request, response) => void access.handleAuth(request, response));
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", listening);
  });
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;

  const post: GivenAccess["post"] = async (path, body, given = {}) => {
    const headers = new Headers({
      "content-type": "application/json",
      origin: new URL(config.publicUrl).origin,
    });
    for (const [name, value] of Object.entries(given)) {
      if (value === "") headers.delete(name);
      else headers.set(name, value);
    }
    const response = await fetch(`http://127.0.0.1:${port}/auth${path}`, {
      method: "POST",
      headers,
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const cookie = response.headers.getSetCookie().map((line) => line.split(";")[0]);
    return {
      status: response.status,
      body: await response.json(),
      headers: response.headers,
      cookie: cookie.join("; "),
    };
  };
  return {
    access,
    db,
    databaseUrl,
    sealer,
    logged,
    post,
    async signUp() {
      const signedUp = await post("/sign-up/email", { ...OWNER, name: "Ada" });
      const { rows } = await db.query<{ id: string }>("select id from users where email = $1", [OWNER.email]);
      const owner_id = rows[0]?.id ?? "";
      await db.transaction((tx) =>
        createOrganization(tx, sealer, { name: "Engines", owner_id, project_name: FIRST_PROJECT_NAME }),
      );
      return signedUp;
    },
    signIn: (password = OWNER.password, headers = {}) =>
      post("/sign-in/email", { email: OWNER.email, password }, headers),
    async stop() {
      server.closeAllConnections();
      server.close();
      await access.stop();
      await dialer.close();
      await drop();
    },
  };
}
