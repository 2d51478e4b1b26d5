/**
 * What is wrong with this installation, and what should the operator do?
 *
 * Pure: readings come in, findings go out, in the order in which a person should look at them. Each check has one line. A
 * problem keeps Posthorn from starting, loses data or locks people out; a warning is worse than it should be.
 */
import { connectionsWanted } from "../store/connections-of-each.ts";
import type { Readings } from "./readings.ts";

export interface Finding {
  check: string;
  state: "ok" | "warning" | "problem";
  /** What is the case. */
  says: string;
  /** What to do. Null: nothing. */
  advice: string | null;
}

/** As package.json says of other systems than Linux, where npm start brings its own. */
const OLDEST_NODE_MAJOR = 24;
const GIBIBYTE = 1024 ** 3;
const MEBIBYTE = 1024 ** 2;
const DISK_SHORT_BYTES = 2 * GIBIBYTE;
const DISK_FULL_BYTES = 200 * MEBIBYTE;
const MEMORY_ADVISED_BYTES = 512 * MEBIBYTE;
/** Keys and sessions end by the database's clock, certificates and links in mails by this machine's. */
const CLOCK_OFF_MS = 2_000;
const CLOCK_WRONG_MS = 60_000;
const DAY_MS = 86_400_000;
const CERTIFICATE_SHORT_DAYS = 14;

export function judge(readings: Readings): Finding[] {
  return [
    ...ofVersions(readings),
    ...ofDisk(readings),
    ...ofDatabase(readings),
    ...ofMasterKey(readings),
    ...ofPorts(readings),
    ...ofInstance(readings),
    ...ofNames(readings),
    ...ofTls(readings),
    ...ofMail(readings),
    ...ofLimits(readings),
  ];
}

const ok = (check: string, says: string): Finding => ({ check, state: "ok", says, advice: null });
const warning = (check: string, says: string, advice: string): Finding => ({
  check,
  state: "warning",
  says,
  advice,
});
const problem = (check: string, says: string, advice: string): Finding => ({
  check,
  state: "problem",
  says,
  advice,
});

function ofVersions({ versions }: Readings): Finding[] {
  const { posthorn, node } = versions;
  const says = `Posthorn ${posthorn} on Node ${node}`;
  return Number.parseInt(node, 10) < OLDEST_NODE_MAJOR
    ? [problem("versions", says, `Install Node ${OLDEST_NODE_MAJOR} or newer.`)]
    : [ok("versions", says)];
}

function ofDisk({ dataDir }: Readings): Finding[] {
  if (!dataDir) return [];
  const { path, trouble, freeBytes } = dataDir;
  if (trouble !== null)
    return [
      problem(
        "disk",
        `${path} cannot be written: ${trouble}`,
        "Check the owner and mode of POSTHORN_DATA_DIR.",
      ),
    ];
  if (freeBytes === null) return [ok("disk", `${path} can be written`)];
  const says = `${path} has ${inUnits(freeBytes)} free`;
  if (freeBytes < DISK_FULL_BYTES)
    return [problem("disk", says, "Make room now: senders get 503 as soon as PostgreSQL cannot write.")];
  return freeBytes < DISK_SHORT_BYTES
    ? [
        warning(
          "disk",
          says,
          "Make room, give projects a shorter retention, or move POSTHORN_DATA_DIR to a larger disk.",
        ),
      ]
    : [ok("disk", says)];
}

function ofDatabase({ database, known }: Readings): Finding[] {
  if (database.state === "none")
    return [ok("database", `There is no database in ${database.where} yet; the first start makes one`)];
  if (database.state === "stopped")
    return [
      warning(
        "database",
        `The embedded database in ${database.where} is stopped`,
        "Start Posthorn, and run this again: then the database, its clock and the master key are checked too.",
      ),
    ];
  if (database.state === "unreachable")
    return [
      problem(
        "database",
        `${database.where} does not answer: ${database.trouble}`,
        "Check that PostgreSQL runs, and that POSTHORN_DATABASE_URL has the right host, port, user, password and database.",
      ),
    ];
  const { readings } = database;
  const found: Finding[] = [];
  if (Math.floor(readings.versionNumber / 10_000) < 16)
    return [problem("database", `PostgreSQL ${readings.version}`, "Upgrade PostgreSQL to 16 or newer.")];
  found.push(ok("database", `PostgreSQL ${readings.version} answers`));

  const loose = Object.entries(readings.durability).filter(([, value]) => value === "off");
  if (loose.length > 0)
    found.push(
      problem(
        "durability",
        `PostgreSQL runs with ${loose.map(([name]) => `${name} = off`).join(" and ")}`,
        "Set it to on: otherwise a crash of the machine loses requests that were acknowledged.",
      ),
    );
  found.push(...ofConnections(readings), ...ofClock(readings.clockAheadMs));
  if (readings.migrations === null)
    found.push(ok("schema", "The database is empty; the first start makes its tables"));
  else found.push(...ofSchema(readings.migrations, known));
  return found;
}

type Answering = Extract<Readings["database"], { state: "answers" }>["readings"];

function ofConnections({ connections, processes }: Answering): Finding[] {
  const needed = connectionsWanted(Math.max(processes, 1));
  const says = `PostgreSQL has ${connections} connections; ${Math.max(processes, 1)} ${processes > 1 ? "processes" : "process"} of Posthorn may need ${needed}`;
  return connections < needed
    ? [warning("connections", says, `Raise max_connections of PostgreSQL to ${needed + 10} or more.`)]
    : [ok("connections", says)];
}

function ofClock(aheadMs: number): Finding[] {
  const off = Math.abs(aheadMs);
  if (off < CLOCK_OFF_MS) return [ok("clock", "This machine and the database agree about the time")];
  const says = `This machine is ${(off / 1_000).toFixed(1)} s ${aheadMs > 0 ? "ahead of" : "behind"} the database`;
  const advice = "Let both set their clocks by the network (NTP, for example chrony or systemd-timesyncd).";
  return off < CLOCK_WRONG_MS ? [warning("clock", says, advice)] : [problem("clock", says, advice)];
}

function ofSchema(applied: readonly { number: number; name: string }[], known: Readings["known"]): Finding[] {
  if (known.refusal !== null)
    return [problem("schema", known.refusal, "Run the version of Posthorn that this database belongs to.")];
  if (known.newer > 0)
    return [
      warning(
        "schema",
        `A newer version of Posthorn has changed the tables (${known.newer} steps that this one does not know)`,
        "Run that version here too. This one works only if that is the next release.",
      ),
    ];
  return known.pending > 0
    ? [
        ok(
          "schema",
          `The tables are of an older version; the next start takes ${known.pending} steps to bring them up to date`,
        ),
      ]
    : [ok("schema", `The tables are those of this version (${applied.length} steps)`)];
}

function ofMasterKey({ masterKey }: Readings): Finding[] {
  if (masterKey === null) return [];
  const { state, origin } = masterKey;
  if (state === "fits") return [ok("master key", `The key from ${origin} is the one of this database`)];
  if (state === "unused") return [ok("master key", "Nothing is sealed yet")];
  return state === "missing"
    ? [
        problem(
          "master key",
          `${origin} does not exist, but the database has secrets that were sealed with it`,
          "Put master.key back from where you keep a copy, or set POSTHORN_MASTER_KEY to the key that was in it.",
        ),
      ]
    : [
        problem(
          "master key",
          `The key from ${origin} is not the one of this database`,
          "Set POSTHORN_MASTER_KEY to the right key, or put the right master.key back. Without it Posthorn does not start.",
        ),
      ];
}

function ofPorts({ ports }: Readings): Finding[] {
  return ports.map(({ setting, port, state, holder, trouble }) => {
    if (state === "free") return ok("ports", `Port ${port} (${setting}) is free`);
    if (state === "posthorn")
      return ok("ports", `Port ${port} (${setting}) is Posthorn's (process ${holder?.pid ?? "unknown"})`);
    if (state === "taken") {
      const by = holder ? `${holder.name} (process ${holder.pid})` : "another program";
      return problem(
        "ports",
        `Port ${port} (${setting}) is in use by ${by}`,
        `Stop it, or set ${setting} to another port.`,
      );
    }
    return problem(
      "ports",
      `Port ${port} (${setting}) cannot be opened: ${trouble}`,
      `Set ${setting} to a port above 1023, or POSTHORN_HOST to an address of this machine.`,
    );
  });
}

function ofInstance({ instance }: Readings): Finding[] {
  if (!instance) return [];
  return instance.status === 200
    ? [ok("running", `Posthorn at ${instance.url} can store requests`)]
    : [
        problem(
          "running",
          instance.status === null
            ? `Posthorn at ${instance.url} does not answer`
            : `Posthorn at ${instance.url} answers /readyz with ${instance.status}: it cannot store requests now`,
          "Look into its log for lines of level error, and at the other findings here.",
        ),
      ];
}

function ofNames({ names }: Readings): Finding[] {
  return names.map(({ setting, host, addresses }) => {
    if (addresses === null)
      return problem(
        "dns",
        `No name server has answered about ${host} (${setting})`,
        "Check /etc/resolv.conf, or POSTHORN_DNS_SERVERS.",
      );
    return addresses.length === 0
      ? problem(
          "dns",
          `DNS does not know ${host} (${setting})`,
          `Add an A or AAAA record for ${host} that leads to this machine or its proxy.`,
        )
      : ok("dns", `${host} (${setting}) leads to ${addresses.join(", ")}`);
  });
}

function ofTls({ tls, nowMs }: Readings): Finding[] {
  if (!tls) return [];
  if (tls.trouble !== null)
    return [
      problem(
        "tls",
        tls.trouble,
        "Check POSTHORN_TLS_CERT and POSTHORN_TLS_KEY: PEM files that belong together.",
      ),
    ];
  const found: Finding[] = [];
  if (tls.missingNames.length > 0)
    found.push(
      problem(
        "tls",
        `The certificate is not for ${tls.missingNames.join(" and ")}`,
        "Order one for the host names of POSTHORN_PUBLIC_URL and POSTHORN_INGEST_URL.",
      ),
    );
  const days = Math.floor((tls.expiresAtMs - nowMs) / DAY_MS);
  const until = new Date(tls.expiresAtMs).toISOString().slice(0, 10);
  if (days < 0)
    found.push(
      problem(
        "tls",
        `The certificate ended on ${until}`,
        "Renew it; Posthorn uses new files within seconds.",
      ),
    );
  else if (days < CERTIFICATE_SHORT_DAYS)
    found.push(
      warning(
        "tls",
        `The certificate ends on ${until}, in ${days} days`,
        "Renew it, and see why that did not happen by itself.",
      ),
    );
  else found.push(ok("tls", `The certificate is good until ${until}`));
  return found;
}

function ofMail({ mail }: Readings): Finding[] {
  if (mail === null)
    return [
      warning(
        "mail",
        "There is no mail server (POSTHORN_SMTP_URL)",
        "Set it: without it nobody gets password resets, invitations or notices by mail.",
      ),
    ];
  return mail.trouble === null
    ? [ok("mail", `${mail.server} takes mail from this user`)]
    : [
        problem(
          "mail",
          `${mail.server}: ${mail.trouble}`,
          mail.isRefused
            ? "Check user and password in POSTHORN_SMTP_URL."
            : "Check host and port in POSTHORN_SMTP_URL, whether it is smtp:// or smtps://, and the firewall.",
        ),
      ];
}

function ofLimits({ descriptors, memoryBytes }: Readings): Finding[] {
  const found: Finding[] = [];
  if (descriptors) {
    const says = `This shell may open ${descriptors.limit ?? "any number of"} files`;
    found.push(descriptors.advice === null ? ok("files", says) : warning("files", says, descriptors.advice));
  }
  const says = `${inUnits(memoryBytes)} of memory`;
  found.push(
    memoryBytes < MEMORY_ADVISED_BYTES
      ? warning("memory", says, "Give it at least 512 MiB: below, many large bodies at once may end it.")
      : ok("memory", says),
  );
  return found;
}

function inUnits(bytes: number): string {
  return bytes >= GIBIBYTE ? `${(bytes / GIBIBYTE).toFixed(1)} GiB` : `${Math.floor(bytes / MEBIBYTE)} MiB`;
}
