/**
 * What does the running product write: JSON lines for programs, or text for a person at a terminal?
 *
 * As text, a start is short: the lines of what went well on the way are left out, and the page of addresses follows when
 * the product runs. After that, every event is one line. JSON lines have all of it. Where several processes run, each
 * line says in which of them it was written; those of the supervisor do not.
 */
import type { Config } from "./config.ts";
import { type LineFormat, type Log, createLog, jsonLine, toStandardOutput } from "./log.ts";
import { coloured, textFormat, uncoloured } from "./log-text.ts";

type Where = Pick<
  Config,
  "publicUrl" | "ingestUrl" | "certificates" | "tls" | "metricsUrl" | "dataDir" | "databaseUrl" | "roles"
>;

export interface ProductLog {
  log: Log;
  /** Says that the product runs, and where. */
  started: (where: Where, size: { memoryBytes: number; processes: number }) => void;
  /** Of one of several processes: it runs. The supervisor says where. */
  joined: () => void;
  /** `why`: what the person is told anyway, on stderr. Null: nobody knows, so the trace is all there is. */
  failed: (error: unknown, why: string | null) => void;
}

export interface ProductLogOptions {
  write?: (line: string) => void;
  /** Null: there is one process, or this is the supervisor of several. */
  processNumber?: number | null;
}

export function createProductLog(
  { format, level, isColoured }: Config["log"],
  { write = toStandardOutput, processNumber = null }: ProductLogOptions = {},
): ProductLog {
  const named = (plain: LineFormat): LineFormat =>
    processNumber === null
      ? plain
      : (one, event, fields, at) => plain(one, event, { in_process: processNumber, ...fields }, at);
  if (format === "json") {
    const log = createLog(write, level, named(jsonLine));
    return {
      log,
      started: (
        { publicUrl, ingestUrl, certificates, tls, metricsUrl, dataDir, databaseUrl, roles },
        { memoryBytes, processes },
      ) =>
        log.info("started", {
          dashboard: publicUrl,
          ingest: ingestUrl,
          ...((tls ?? certificates) && { tls_port: (tls ?? certificates)?.port }),
          ...(metricsUrl !== null && { metrics: metricsUrl }),
          ...(databaseUrl === null && { data: dataDir }),
          roles: [...roles],
          memory_mb: Math.round(memoryBytes / 2 ** 20),
          ...(processes > 1 && { processes }),
        }),
      joined: () => log.info("process.started", { pid: process.pid }),
      failed: (error, why) => log.error("start.failed", { ...(why !== null && { why }), error }),
    };
  }
  const paint = isColoured ? coloured : uncoloured;
  const lines = createLog(write, level, named(textFormat(paint)));
  let isRunning = false;
  return {
    log: {
      ...lines,
      info(event, fields) {
        if (isRunning || level === "debug") lines.info(event, fields);
      },
    },
    started(where, { processes }) {
      isRunning = true;
      write(welcome(where, (text) => paint("bold", text), processes));
    },
    joined() {
      isRunning = true;
    },
    failed(error, why) {
      if (why === null || level === "debug") lines.error("start.failed", { error });
    },
  };
}

/** Written at every log level: without it, a person would not know where to go. */
export function welcome(
  { publicUrl, ingestUrl, metricsUrl, dataDir, databaseUrl, roles }: Where,
  strong: (text: string) => string,
  processes = 1,
): string {
  const rows = [
    ...(roles.has("api") ? [["Dashboard", strong(publicUrl)]] : []),
    ...(roles.has("ingest") ? [["Source URLs", `${ingestUrl}/e/…`]] : []),
    ...(metricsUrl === null ? [] : [["Metrics", metricsUrl]]),
    databaseUrl === null ? ["Data", dataDir] : ["Database", placeOf(databaseUrl)],
    ...(processes > 1 ? [["Processes", String(processes)]] : []),
    ["Stop", "Ctrl-C"],
  ];
  const width = Math.max(...rows.map(([name = ""]) => name.length));
  const lines = rows.map(([name = "", text = ""]) => `  ${name.padEnd(width)}  ${text}`);
  return ["", strong("Posthorn is running."), "", ...lines, ""].join("\n");
}

/** Without the user's name and password. */
function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return host + pathname;
}
