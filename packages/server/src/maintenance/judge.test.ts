/** What is wrong with an installation is found, and every finding that is not ok says what to do. */
import { expect, test } from "vitest";
import { type Finding, judge } from "./judge.ts";
import type { Readings } from "./readings.ts";

const NOW_MS = Date.parse("2026-11-19T12:00:00Z");
const DAY_MS = 86_400_000;

const ANSWERING = {
  versionNumber: 180_004,
  version: "18.4",
  connections: 97,
  clockAheadMs: 40,
  durability: { fsync: "on", full_page_writes: "on", synchronous_commit: "on" },
  migrations: [{ number: 1, name: "0001-first", checksum: "c" }],
  masterKeyCheck: Buffer.from("sealed"),
  processes: 1,
};

const FINE: Readings = {
  nowMs: NOW_MS,
  versions: { posthorn: "1.0.0", node: "24.1.0" },
  dataDir: { path: "/data", trouble: null, freeBytes: 50 * 1024 ** 3 },
  database: { state: "answers", where: "/data", readings: ANSWERING },
  known: { pending: 0, newer: 0, refusal: null },
  masterKey: { state: "fits", origin: "/data/master.key" },
  ports: [
    { setting: "POSTHORN_PORT", port: 4400, state: "free", holder: null, trouble: null },
    {
      setting: "POSTHORN_INGEST_PORT",
      port: 4401,
      state: "posthorn",
      holder: { pid: 7, name: "node", isPosthorn: true },
      trouble: null,
    },
  ],
  instance: { url: "http://127.0.0.1:4401", status: 200 },
  names: [{ setting: "POSTHORN_PUBLIC_URL", host: "posthorn.example.com", addresses: ["192.0.2.1"] }],
  tls: { trouble: null, expiresAtMs: NOW_MS + 60 * DAY_MS, missingNames: [] },
  mail: { server: "mail.example.com:587", trouble: null, isRefused: false },
  descriptors: { limit: 65_536, advice: null },
  memoryBytes: 2 * 1024 ** 3,
};

const answering = (changed: Partial<typeof ANSWERING>): Partial<Readings> => ({
  database: { state: "answers", where: "/data", readings: { ...ANSWERING, ...changed } },
});
const holder = { pid: 9, name: "nginx", isPosthorn: false };
const port = { setting: "POSTHORN_PORT", port: 4400, holder: null, trouble: null };

function bad(changed: Partial<Readings>): Finding[] {
  return judge({ ...FINE, ...changed }).filter(({ state }) => state !== "ok");
}

test("an installation without a fault: every check has its line, and nothing is to be done", () => {
  const findings = judge(FINE);

  expect(findings.map(({ state, advice }) => ({ state, advice }))).toEqual(
    findings.map(() => ({ state: "ok", advice: null })),
  );
  expect([...new Set(findings.map(({ check }) => check))]).toEqual([
    "versions",
    "disk",
    "database",
    "connections",
    "clock",
    "schema",
    "master key",
    "ports",
    "running",
    "dns",
    "tls",
    "mail",
    "files",
    "memory",
  ]);
});

const CASES: [
  changed: Partial<Readings>,
  state: Finding["state"],
  check: string,
  says: string,
  advice: string,
][] = [
  [
    { versions: { posthorn: "1.0.0", node: "22.3.0" } },
    "problem",
    "versions",
    "Node 22.3.0",
    "Install Node 24",
  ],
  [
    { dataDir: { path: "/d", trouble: "EACCES", freeBytes: null } },
    "problem",
    "disk",
    "/d cannot be written: EACCES",
    "owner and mode",
  ],
  [
    { dataDir: { path: "/d", trouble: null, freeBytes: 1024 ** 3 } },
    "warning",
    "disk",
    "/d has 1.0 GiB free",
    "Make room",
  ],
  [
    { dataDir: { path: "/d", trouble: null, freeBytes: 5e7 } },
    "problem",
    "disk",
    "/d has 47 MiB free",
    "Make room now",
  ],
  [{ database: { state: "stopped", where: "/d" } }, "warning", "database", "is stopped", "Start Posthorn"],
  [
    { database: { state: "unreachable", where: "db:5432", trouble: "refused" } },
    "problem",
    "database",
    "db:5432 does not answer: refused",
    "POSTHORN_DATABASE_URL",
  ],
  [
    answering({ versionNumber: 150_003, version: "15.3" }),
    "problem",
    "database",
    "PostgreSQL 15.3",
    "16 or newer",
  ],
  [
    answering({ durability: { ...ANSWERING.durability, fsync: "off" } }),
    "problem",
    "durability",
    "fsync = off",
    "loses requests",
  ],
  [
    answering({ durability: { ...ANSWERING.durability, synchronous_commit: "off" } }),
    "problem",
    "durability",
    "synchronous_commit = off",
    "loses requests",
  ],
  [
    answering({ processes: 5 }),
    "warning",
    "connections",
    "97 connections; 5 processes of Posthorn may need 120",
    "max_connections of PostgreSQL to 130",
  ],
  [answering({ connections: 20 }), "warning", "connections", "20 connections; 1 process", "max_connections"],
  [answering({ clockAheadMs: -5_000 }), "warning", "clock", "5.0 s behind the database", "NTP"],
  [answering({ clockAheadMs: 90_000 }), "problem", "clock", "90.0 s ahead of the database", "NTP"],
  [
    { known: { pending: 0, newer: 2, refusal: null } },
    "warning",
    "schema",
    "newer version",
    "Run that version",
  ],
  [{ known: { pending: 0, newer: 0, refusal: "edited" } }, "problem", "schema", "edited", "Run the version"],
  [
    { masterKey: { state: "missing", origin: "/d/master.key" } },
    "problem",
    "master key",
    "/d/master.key does not exist",
    "Put master.key back",
  ],
  [
    { masterKey: { state: "wrong", origin: "POSTHORN_MASTER_KEY" } },
    "problem",
    "master key",
    "is not the one",
    "right key",
  ],
  [
    { ports: [{ ...port, state: "taken", holder }] },
    "problem",
    "ports",
    "4400 (POSTHORN_PORT) is in use by nginx (process 9)",
    "set POSTHORN_PORT",
  ],
  [
    { ports: [{ ...port, state: "taken" }] },
    "problem",
    "ports",
    "in use by another program",
    "set POSTHORN_PORT",
  ],
  [
    { ports: [{ ...port, state: "impossible", trouble: "EACCES" }] },
    "problem",
    "ports",
    "cannot be opened: EACCES",
    "above 1023",
  ],
  [
    { instance: { url: "http://h", status: 503 } },
    "problem",
    "running",
    "answers /readyz with 503",
    "level error",
  ],
  [{ instance: { url: "http://h", status: null } }, "problem", "running", "does not answer", "level error"],
  [
    { names: [{ setting: "S", host: "h", addresses: [] }] },
    "problem",
    "dns",
    "DNS does not know h (S)",
    "A or AAAA record",
  ],
  [
    { names: [{ setting: "S", host: "h", addresses: null }] },
    "problem",
    "dns",
    "No name server",
    "resolv.conf",
  ],
  [
    { tls: { trouble: "no such file", expiresAtMs: 0, missingNames: [] } },
    "problem",
    "tls",
    "no such file",
    "POSTHORN_TLS_CERT",
  ],
  [
    { tls: { trouble: null, expiresAtMs: NOW_MS - DAY_MS, missingNames: [] } },
    "problem",
    "tls",
    "ended on 2026-11-18",
    "Renew",
  ],
  [
    { tls: { trouble: null, expiresAtMs: NOW_MS + 3.5 * DAY_MS, missingNames: [] } },
    "warning",
    "tls",
    "in 3 days",
    "Renew",
  ],
  [
    { tls: { trouble: null, expiresAtMs: NOW_MS + 60 * DAY_MS, missingNames: ["h"] } },
    "problem",
    "tls",
    "is not for h",
    "host names",
  ],
  [{ mail: null }, "warning", "mail", "no mail server", "Set it"],
  [
    { mail: { server: "m", trouble: "535", isRefused: true } },
    "problem",
    "mail",
    "m: 535",
    "user and password",
  ],
  [
    { mail: { server: "m", trouble: "timeout", isRefused: false } },
    "problem",
    "mail",
    "m: timeout",
    "host and port",
  ],
  [{ descriptors: { limit: 1_024, advice: "Raise it." } }, "warning", "files", "1024 files", "Raise it."],
  [{ memoryBytes: 400 * 1024 ** 2 }, "warning", "memory", "400 MiB", "at least 512 MiB"],
];

test.each(CASES)("%j", (changed, state, check, says, advice) => {
  expect(bad(changed)).toEqual([
    { check, state, says: expect.stringContaining(says), advice: expect.stringContaining(advice) },
  ]);
});

test("before the first start nothing is wrong", () => {
  expect(bad({ database: { state: "none", where: "/data" }, masterKey: null, instance: null })).toEqual([]);
});

test("after an upgrade the next start changes the tables, which is no fault", () => {
  expect(bad({ known: { pending: 2, newer: 0, refusal: null } })).toEqual([]);
});
