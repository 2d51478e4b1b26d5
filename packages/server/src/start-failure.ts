/**
 * Why could Posthorn not start, and what does a person do about it?
 *
 * One paragraph: what happened, and what to do. Null: nothing that a setting or the machine explains, so it is ours, and a
 * person needs its trace.
 */
import { userInfo } from "node:os";
import { dirname } from "node:path";
import type { Config } from "./config.ts";
import { StartRefused } from "./start-refused.ts";

export interface PortHolder {
  name: string;
  pid: number;
  isPosthorn: boolean;
}

type Settings = Pick<
  Config,
  "host" | "port" | "ingestPort" | "metricsPort" | "tls" | "certificates" | "dataDir" | "databaseUrl"
>;

export interface StartSurroundings {
  settings: Settings;
  /** Null: it cannot be seen who has the port. */
  holderOf: (port: number) => PortHolder | null;
}

export function explainStart(error: unknown, { settings, holderOf }: StartSurroundings): string | null {
  for (const part of chainOf(error)) {
    if (part instanceof StartRefused) return part.message;
    const known =
      portFailure(part, settings, holderOf) ?? fileFailure(part, settings) ?? databaseFailure(part, settings);
    if (known !== null) return known;
  }
  return null;
}

/** What Node and PostgreSQL add to their errors. */
interface KnownError extends Error {
  code?: unknown;
  syscall?: unknown;
  port?: unknown;
  path?: unknown;
  hostname?: unknown;
}

/** The error, its parts and its causes. A name with two addresses fails with one error for each. */
function chainOf(error: unknown): KnownError[] {
  if (!(error instanceof Error)) return [];
  const parts = error instanceof AggregateError ? error.errors.flatMap(chainOf) : [];
  return [error, ...parts, ...chainOf(error.cause)];
}

function portFailure(
  { code, syscall, port, hostname }: KnownError,
  settings: Settings,
  holderOf: StartSurroundings["holderOf"],
): string | null {
  const { host } = settings;
  if (syscall === "getaddrinfo" && hostname === host) return noSuchAddress(host);
  if (syscall !== "listen" || typeof port !== "number") return null;
  const setting = settingOfPort(port, settings);
  if (code === "EADDRINUSE") {
    const holder = holderOf(port);
    const elsewhere = `choose another port for this one: ${setting}=${port + 10}.`;
    if (!holder)
      return `Port ${port} of ${host} is in use by another program. Stop that program, or ${elsewhere}`;
    const name = holder.isPosthorn ? "another Posthorn" : holder.name;
    return `Port ${port} of ${host} is in use by ${name} (process ${holder.pid}). Stop it, or ${elsewhere}`;
  }
  if (code === "EACCES")
    return (
      `Port ${port} needs rights that this user does not have. Choose one above 1023 with ${setting}, and let a proxy or ` +
      `the firewall lead ${port} to it; or allow it for everybody on this machine: ` +
      `sudo sysctl net.ipv4.ip_unprivileged_port_start=${port}.`
    );
  return code === "EADDRNOTAVAIL" ? noSuchAddress(host) : null;
}

function noSuchAddress(host: string): string {
  return (
    `This machine has no address ${host}. Set POSTHORN_HOST to one that it has: 127.0.0.1 for programs on this machine, ` +
    `0.0.0.0 for everybody who can reach it.`
  );
}

function settingOfPort(port: number, { ingestPort, metricsPort, tls, certificates }: Settings): string {
  if (port === ingestPort) return "POSTHORN_INGEST_PORT";
  if (port === metricsPort) return "POSTHORN_METRICS_PORT";
  if (port === tls?.port) return "POSTHORN_TLS_PORT";
  return port === certificates?.port ? "POSTHORN_INGEST_TLS_PORT" : "POSTHORN_PORT";
}

const NO_SPACE = /No space left on device|disk quota exceeded/i;

function fileFailure(
  { code, syscall, path, message }: KnownError,
  { dataDir, databaseUrl }: Settings,
): string | null {
  // PostgreSQL's programs have only words for it.
  if (code === "ENOSPC" || code === "EDQUOT" || (databaseUrl === null && NO_SPACE.test(message)))
    return (
      `The disk of ${dataDir} is full. Make room there and start again, or start with another place for data ` +
      `(POSTHORN_DATA_DIR). What Posthorn has accepted is safe.`
    );
  // A folder above may be the one in the way.
  const isOurs = typeof path === "string" && (path.startsWith(dataDir) || dataDir.startsWith(path));
  if (!isOurs) return null;
  switch (code) {
    case "EACCES":
    case "EPERM":
      if (syscall === "mkdir" && dataDir.startsWith(path))
        return (
          `${userName()} may not make the folder ${dataDir} for Posthorn's data. Make it for that user ` +
          `(sudo install -d -o ${userName()} ${dataDir}), or set POSTHORN_DATA_DIR to another place.`
        );
      return (
        `${userName()} may not write to ${path}, where Posthorn keeps its data. Give it to that user ` +
        `(sudo chown -R ${userName()} ${dataDir}), or set POSTHORN_DATA_DIR to another place.`
      );
    case "EROFS":
      return `${path} is on a disk that cannot be written. Mount it for writing, or set POSTHORN_DATA_DIR to another place.`;
    case "EEXIST":
    case "ENOTDIR":
      return `${dataDir} cannot be a folder, because there is a file at ${code === "EEXIST" ? path : dirname(path)}. Move it away, or set POSTHORN_DATA_DIR to another place.`;
    default:
      return null;
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`; // a container may run as a number without a name
  }
}

/** What PostgreSQL, or the way to it, says; and what that means. `{user}` and `{name}` are of the URL. */
const DATABASE_FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "does not answer, because nothing listens there. Start PostgreSQL",
  ENOENT: "does not answer, because its socket does not exist. Start PostgreSQL",
  ENOTFOUND: "has a host name that does not exist. Correct it",
  EAI_AGAIN: "has a host name that no name server answers for now. Check the DNS of this machine",
  ETIMEDOUT: "does not answer. Check the address, and the firewalls on the way",
  EHOSTUNREACH: "cannot be reached. Check the address, and the network of this machine",
  ENETUNREACH: "cannot be reached. Check the address, and the network of this machine",
  ECONNRESET: "ended the connection. Look into its log",
  DEPTH_ZERO_SELF_SIGNED_CERT:
    "has a certificate that it has signed itself. Name its authority with sslrootcert",
  SELF_SIGNED_CERT_IN_CHAIN:
    "has a certificate of an authority that is not known here. Name it with sslrootcert",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "has a certificate of an authority that is not known here. Name it with sslrootcert",
  "28P01": "refuses the password of {user}. Correct it",
  "28000": "lets nobody in as {user} from here. Correct the user, or the server's pg_hba.conf",
  "3D000": "has no database {name}. Create it (createdb {name})",
  "42501": "does not let {user} make tables. Make {user} the owner of the database",
  "53300":
    "has no connection left for Posthorn. Raise its max_connections, or stop other programs that use it",
  "53100": "has no space left on its disk. Make room there, and start again",
  "57P03": "is starting or stopping. Wait a moment, and start again",
  "25006": "cannot be written, for example because it is a replica. Use the primary server",
};
const CONNECT_TIMEOUT = /timeout expired|connection timeout/i;
const NO_TLS = /server does not support SSL/i;

function databaseFailure({ code, message }: KnownError, { databaseUrl }: Settings): string | null {
  if (databaseUrl === null) return null;
  const url = new URL(databaseUrl);
  const meaning = NO_TLS.test(message)
    ? "speaks no TLS. Turn that on there, or remove sslmode from the URL"
    : DATABASE_FAILURES[CONNECT_TIMEOUT.test(message) ? "ETIMEDOUT" : String(code)];
  if (meaning === undefined) return null;
  const words = meaning
    .replaceAll("{user}", decodeURIComponent(url.username) || "this user")
    .replaceAll("{name}", decodeURIComponent(url.pathname.slice(1)));
  return (
    `The database at ${url.host || url.searchParams.get("host")}${url.pathname} ${words}, or correct POSTHORN_DATABASE_URL. ` +
    `Without that setting, Posthorn starts a database of its own.`
  );
}
