import { userInfo } from "node:os";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { explainStart, type PortHolder } from "./start-failure.ts";
import { StartRefused } from "./start-refused.ts";

const EMBEDDED = readConfig({ POSTHORN_DATA_DIR: "/srv/posthorn" });
const SHARED = readConfig({
  POSTHORN_DATABASE_URL: "postgres://hooks:secret@db.acme.dev:5432/gateway",
  POSTHORN_MASTER_KEY: "a master key of at least 32 characters",
});

const errorWith = (fields: object, message = "as Node says it") => Object.assign(new Error(message), fields);

const taken = (port: number) => errorWith({ code: "EADDRINUSE", syscall: "listen", port });

function explain(error: unknown, settings = EMBEDDED, holder: PortHolder | null = null) {
  return explainStart(error, { settings, holderOf: () => holder });
}

test("a port in use: which setting, and which program if that can be seen", () => {
  expect(explain(taken(4400))).toBe(
    "Port 4400 of 127.0.0.1 is in use by another program. Stop that program, or choose another port for this one: " +
      "POSTHORN_PORT=4410.",
  );
  expect(explain(taken(4401), EMBEDDED, { name: "node", pid: 812, isPosthorn: true })).toBe(
    "Port 4401 of 127.0.0.1 is in use by another Posthorn (process 812). Stop it, or choose another port for this one: " +
      "POSTHORN_INGEST_PORT=4411.",
  );
  expect(explain(taken(4400), EMBEDDED, { name: "caddy", pid: 7, isPosthorn: false })).toContain(
    "by caddy (process 7)",
  );
});

test.each([
  [
    "POSTHORN_METRICS_PORT",
    { POSTHORN_METRICS_PORT: "9000", POSTHORN_METRICS_TOKEN: "a-token-of-enough-characters" },
  ],
  [
    "POSTHORN_TLS_PORT",
    {
      POSTHORN_TLS: "acme",
      POSTHORN_CERTIFICATES: "acme",
      POSTHORN_ACME_TERMS_AGREED: "yes",
      POSTHORN_TLS_PORT: "9000",
      POSTHORN_PUBLIC_URL: "https://a.dev",
      POSTHORN_INGEST_URL: "https://in.a.dev",
    },
  ],
])("the port of %s is known by that name", (setting, environment) => {
  expect(explain(taken(9000), readConfig(environment))).toContain(`${setting}=9010`);
});

test("a low port, and an address that the machine does not have", () => {
  const low = errorWith({ code: "EACCES", syscall: "listen", port: 80 });
  const settings = readConfig({ POSTHORN_PORT: "80", POSTHORN_HOST: "10.1.2.3" });

  expect(explain(low, settings)).toContain("Choose one above 1023 with POSTHORN_PORT");
  for (const error of [
    errorWith({ code: "EADDRNOTAVAIL", syscall: "listen", port: 80 }),
    errorWith({ code: "ENOTFOUND", syscall: "getaddrinfo", hostname: "10.1.2.3" }),
  ])
    expect(explain(error, settings)).toContain("This machine has no address 10.1.2.3. Set POSTHORN_HOST");
});

test("the data directory: rights, a disk that is full or read-only, a file in the way", () => {
  const user = userInfo().username;

  for (const inside of [
    errorWith({ code: "EACCES", syscall: "mkdir", path: "/srv/posthorn/postgres" }),
    errorWith({ code: "EACCES", syscall: "open", path: "/srv/posthorn" }),
  ])
    expect(explain(inside)).toContain(
      `where Posthorn keeps its data. Give it to that user (sudo chown -R ${user} /srv/posthorn)`,
    );
  expect(explain(errorWith({ code: "EACCES", syscall: "mkdir", path: "/srv/posthorn" }))).toContain(
    `may not make the folder /srv/posthorn for Posthorn's data. Make it for that user (sudo install -d -o ${user}`,
  );
  expect(explain(errorWith({ code: "EROFS", path: "/srv/posthorn/lock" }))).toContain("cannot be written");
  expect(explain(errorWith({ code: "EEXIST", path: "/srv/posthorn" }))).toContain(
    "there is a file at /srv/posthorn. Move it away",
  );
  for (const full of [
    errorWith({ code: "ENOSPC", path: "/srv/posthorn/lock" }),
    errorWith({}, 'initdb failed (1): could not write to file "x": No space left on device'),
  ])
    expect(explain(full)).toContain("The disk of /srv/posthorn is full. Make room there");
  expect(explain(errorWith({ code: "EACCES", path: "/etc/secret" }))).toBeNull();
});

test.each([
  [{ code: "ECONNREFUSED" }, "nothing listens there. Start PostgreSQL"],
  [{ code: "ENOTFOUND" }, "has a host name that does not exist"],
  [{ code: "28P01" }, "refuses the password of hooks"],
  [{ code: "28000" }, "lets nobody in as hooks from here"],
  [{ code: "3D000" }, "has no database gateway. Create it (createdb gateway)"],
  [{ code: "42501" }, "does not let hooks make tables"],
  [{ code: "53300" }, "has no connection left"],
  [{ code: "53100" }, "has no space left on its disk"],
  [{ code: "SELF_SIGNED_CERT_IN_CHAIN" }, "Name it with sslrootcert"],
])("a database with %o", (fields, words) => {
  const told = explain(errorWith(fields), SHARED);

  expect(told).toMatch(/^The database at db\.acme\.dev:5432\/gateway /);
  expect(told).toContain(words);
  expect(told).toContain("or correct POSTHORN_DATABASE_URL");
  expect(told).not.toContain("secret");
});

test("a database that is silent or knows no TLS is told by its words", () => {
  expect(explain(new Error("timeout expired"), SHARED)).toContain("does not answer. Check the address");
  expect(explain(new Error("The server does not support SSL connections"), SHARED)).toContain(
    "speaks no TLS",
  );
});

test("causes and the parts of an error are looked at; what is already in words stays; the rest is ours", () => {
  const parts = new AggregateError([errorWith({ code: "ECONNREFUSED" })]);
  expect(explain(new Error("migration failed", { cause: parts }), SHARED)).toContain("Start PostgreSQL");
  expect(explain(new StartRefused("Another Posthorn runs here."))).toBe("Another Posthorn runs here.");
  expect(explain(new TypeError("x is not a function"))).toBeNull();
  expect(explain("not an error")).toBeNull();
});
