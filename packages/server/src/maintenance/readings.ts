/**
 * What does `posthorn doctor` see?
 *
 * The probes, each bounded in time; judge.ts says what they mean. They change nothing: a stopped database stays stopped, no
 * mail is sent, a port that is tried is given back at once. A probe that fails is a reading too.
 */
import { X509Certificate, createPrivateKey } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { access, readFile, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import ipaddr from "ipaddr.js";
import type { Config } from "../config.ts";
import { type PortState, readPort } from "../inbound/port-state.ts";
import { usableMemoryBytes } from "../memory.ts";
import { lowDescriptors, readDescriptors } from "../outbound/descriptors.ts";
import { createDnsRecords } from "../outbound/dns-records.ts";
import { verifyMail } from "../outbound/mail.ts";
import { readReadiness } from "../outbound/readiness.ts";
import { type DatabaseReadings, readDatabase } from "../store/database-readings.ts";
import { isOfEarlierCheckout, relabellingFault } from "../store/earlier-checkouts.ts";
import { filesIn } from "../store/embedded/files.ts";
import { findPostmaster } from "../store/embedded/postmaster.ts";
import { keyFile, opensCheck, readKeyFile } from "../store/master-key.ts";
import { MIGRATIONS_DIRECTORY, readMigrations } from "../store/migrate.ts";
import { planMigrations } from "../store/migration-plan.ts";
import { productVersion } from "./product-version.ts";

export interface PortReading extends PortState {
  setting: string;
  port: number;
}

export interface Readings {
  nowMs: number;
  versions: { posthorn: string; node: string };
  /** Null: Posthorn keeps nothing in files, because the database and the key are elsewhere. */
  dataDir: { path: string; trouble: string | null; freeBytes: number | null } | null;
  database:
    | { state: "none"; where: string }
    | { state: "stopped"; where: string }
    | { state: "unreachable"; where: string; trouble: string }
    | { state: "answers"; where: string; readings: DatabaseReadings };
  /** How the database's migrations compare with ours. */
  known: { pending: number; newer: number; refusal: string | null };
  masterKey: { state: "fits" | "wrong" | "missing" | "unused"; origin: string } | null;
  ports: PortReading[];
  /** A Posthorn that has the ports. Status null: it did not answer. */
  instance: { url: string; status: number | null } | null;
  /** Host names that others must find. Null: no name server answered. */
  names: { setting: string; host: string; addresses: string[] | null }[];
  tls: { trouble: string | null; expiresAtMs: number; missingNames: string[] } | null;
  /** `isRefused`: the server answers, but not to this user. */
  mail: { server: string; trouble: string | null; isRefused: boolean } | null;
  descriptors: { limit: number | null; advice: string | null };
  memoryBytes: number;
}

export async function takeReadings(config: Config, nowMs: number): Promise<Readings> {
  const [dataDir, database, ports, names, tls, mail] = await Promise.all([
    config.databaseUrl === null ? readDataDir(config.dataDir) : null,
    readOneDatabase(config),
    readPorts(config),
    readNames(config),
    readTls(config),
    config.smtp && verifyMail(config.smtp),
  ]);
  const descriptors = readDescriptors();
  const isOurs = ports.some(({ state }) => state === "posthorn");
  return {
    nowMs,
    versions: { posthorn: productVersion(), node: process.versions.node },
    dataDir,
    database,
    known: await compareMigrations(database),
    masterKey: await readMasterKey(config, database),
    ports,
    instance: isOurs ? await readInstance(config, ports) : null,
    names,
    tls,
    mail,
    descriptors: {
      limit: descriptors,
      advice: lowDescriptors(descriptors)?.what_to_do ?? null,
    },
    memoryBytes: usableMemoryBytes(),
  };
}

async function readDataDir(path: string): Promise<Readings["dataDir"]> {
  // The first start makes it: then its place must be writable.
  let place = path;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  try {
    await access(place, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(place);
    return { path, trouble: null, freeBytes: bavail * bsize };
  } catch (error) {
    return { path, trouble: messageOf(error), freeBytes: null };
  }
}

async function readOneDatabase({ databaseUrl, dataDir }: Config): Promise<Readings["database"]> {
  const files = filesIn(dataDir);
  if (databaseUrl === null && !existsSync(files.cluster)) return { state: "none", where: dataDir };
  if (databaseUrl === null && findPostmaster(files.cluster) === null)
    return { state: "stopped", where: dataDir };
  // Without the password.
  const where = databaseUrl === null ? dataDir : new URL(databaseUrl).host;
  try {
    const url = databaseUrl ?? (await readFile(files.url, "utf8")).trim();
    return { state: "answers", where, readings: await readDatabase(url) };
  } catch (error) {
    return { state: "unreachable", where, trouble: messageOf(error) };
  }
}

async function compareMigrations(database: Readings["database"]): Promise<Readings["known"]> {
  const applied = (database.state === "answers" ? database.readings.migrations : null) ?? [];
  try {
    const known = await readMigrations(MIGRATIONS_DIRECTORY);
    if (isOfEarlierCheckout(applied)) {
      const refusal = relabellingFault(applied);
      return { pending: known.length, newer: 0, refusal };
    }
    const { pending, newer } = planMigrations(known, applied);
    return { pending: pending.length, newer: newer.length, refusal: null };
  } catch (error) {
    return { pending: 0, newer: 0, refusal: messageOf(error) };
  }
}

async function readMasterKey(
  { masterKey, dataDir }: Config,
  database: Readings["database"],
): Promise<Readings["masterKey"]> {
  if (database.state !== "answers") return null;
  const check = database.readings.masterKeyCheck;
  const origin = masterKey === null ? keyFile(dataDir) : "POSTHORN_MASTER_KEY";
  if (check === null) return { state: "unused", origin };
  const key = masterKey ?? (await readKeyFile(dataDir));
  if (key === null) return { state: "missing", origin };
  return { state: opensCheck(key, check) ? "fits" : "wrong", origin };
}

async function readPorts(config: Config): Promise<PortReading[]> {
  const { host, roles, port, ingestPort, metricsPort, tls, certificates } = config;
  const wanted: [setting: string, port: number | null][] = [
    ["POSTHORN_PORT", roles.has("api") ? port : null],
    ["POSTHORN_INGEST_PORT", roles.has("ingest") ? ingestPort : null],
    ["POSTHORN_METRICS_PORT", metricsPort],
    [
      tls ? "POSTHORN_TLS_PORT" : "POSTHORN_INGEST_TLS_PORT",
      roles.has("ingest") ? (tls?.port ?? certificates?.port ?? null) : null,
    ],
  ];
  return Promise.all(
    wanted.flatMap(([setting, number]) =>
      number === null || number === 0
        ? []
        : [readPort(host, number).then((state) => ({ setting, port: number, ...state }))],
    ),
  );
}

async function readInstance(
  { host, port, ingestPort }: Config,
  ports: readonly PortReading[],
): Promise<Readings["instance"]> {
  const held = ports.find((one) => one.state === "posthorn" && [port, ingestPort].includes(one.port));
  if (!held) return null;
  const address = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const url = `http://${address.includes(":") ? `[${address}]` : address}:${held.port}`;
  return { url, status: await readReadiness(`${url}/readyz`) };
}

async function readNames({ publicUrl, ingestUrl, dnsServers }: Config): Promise<Readings["names"]> {
  const dns = createDnsRecords({ servers: dnsServers });
  const settings = { POSTHORN_PUBLIC_URL: publicUrl, POSTHORN_INGEST_URL: ingestUrl };
  const names = Object.entries(settings).flatMap(([setting, base]) => {
    const host = new URL(base).hostname.replace(/^\[|\]$/g, "");
    return ipaddr.isValid(host) || host === "localhost" ? [] : [{ setting, host }];
  });
  return Promise.all(
    names.map(async ({ setting, host }) => ({ setting, host, addresses: await dns.addressesOf(host) })),
  );
}

async function readTls({ tls, publicUrl, ingestUrl }: Config): Promise<Readings["tls"]> {
  if (!tls?.files) return null;
  try {
    const [cert, key] = await Promise.all([
      readFile(tls.files.cert, "utf8"),
      readFile(tls.files.key, "utf8"),
    ]);
    const certificate = new X509Certificate(cert);
    const trouble = certificate.checkPrivateKey(createPrivateKey(key))
      ? null
      : `The key in ${tls.files.key} is not that of the certificate in ${tls.files.cert}`;
    const names = [publicUrl, ingestUrl].map((base) => new URL(base).hostname);
    return {
      trouble,
      expiresAtMs: Date.parse(certificate.validTo),
      missingNames: names.filter((name) => certificate.checkHost(name) === undefined),
    };
  } catch (error) {
    return { trouble: messageOf(error), expiresAtMs: 0, missingNames: [] };
  }
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
