/**
 * How does the gateway get a database without an installation?
 *
 * `main` calls this when POSTHORN_DATABASE_URL is not set. It creates the database on first use, adopts one that a
 * crashed gateway left running, and from then on supervises it. The instance lock comes first: this process
 * touches nothing in the data directory while another gateway works there.
 */
import { existsSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { Client } from "pg";
import type { Log } from "../../log.ts";
import { embeddedConnections } from "../connections-of-each.ts";
import { boundLog, LOOK_AT_LOG_EVERY_MS } from "./bound-log.ts";
import { connectionUrl, filesIn, type ConnectionUrl, type DataFiles } from "./files.ts";
import { createCluster, setPassword, takeOwnership, writeConfiguration } from "./initialize.ts";
import { acquireInstanceLock } from "./instance-lock.ts";
import { lastWords } from "./last-words.ts";
import { findPostmaster, launchPostmaster, shutDown, waitUntilReady, type Postmaster } from "./postmaster.ts";
import { findPrograms } from "./programs.ts";
import { chooseRunner, probeMachine, type Runner } from "./run-as.ts";
import { BUFFER_BYTES } from "./settings.ts";
import { launchWithBackOff, supervise, type Launch } from "./supervise.ts";

export interface EmbeddedSettings {
  dataDir: string;
  log: Log;
  /** The memory for pages. A server that is found running keeps what it has. */
  bufferBytes?: number;
  /** How many connections the server allows; as for one process, if left out. A server that is found running keeps what it has. */
  connections?: number;
  /**
   * Called as soon as PostgreSQL works in its own process and this process only waits: the moment for
   * CPU work that would otherwise delay the start of PostgreSQL.
   */
  onWaiting?: () => void;
}

export interface EmbeddedPostgres {
  url: string;
  stop: () => Promise<void>;
}

/** About three seconds of tries; if the start still fails then, a person has to look. */
const TRIES_AT_START = 7;
const ANSWER_WITHIN_MS = 3_000;

export async function startEmbeddedPostgres({
  dataDir,
  log,
  bufferBytes = BUFFER_BYTES,
  connections = embeddedConnections(1),
  onWaiting = () => {},
}: EmbeddedSettings): Promise<EmbeddedPostgres> {
  const files = filesIn(dataDir);
  await makeDataDir(files.dataDir);
  const lock = await acquireInstanceLock(files.lock);
  try {
    return await startLocked(files, { log, bufferBytes, connections, onWaiting }, lock.release);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

export async function makeDataDir(dataDir: string): Promise<void> {
  if ((await mkdir(dataDir, { recursive: true })) === undefined) return;
  // Root's database runs as another user. That user must be able to enter the directory, but not to list it.
  await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
}

async function startLocked(
  files: DataFiles,
  { log, bufferBytes, connections, onWaiting }: Required<Omit<EmbeddedSettings, "dataDir">>,
  release: () => Promise<void>,
): Promise<EmbeddedPostgres> {
  const startedAt = performance.now();
  const isNew = !existsSync(files.cluster);
  const connection = await connectionUrl(files);
  await boundLog(files.log);

  const found = await adopt(files, connection, log);
  /** Null while an adopted server runs: the runner is chosen only when a server must be started. */
  let runner = found ? null : await prepare(files, connection, onWaiting);
  const launch: Launch = async (signal) => {
    runner ??= await prepare(files, connection, onWaiting);
    await writeConfiguration(runner, files.cluster, bufferBytes, connections);
    const postmaster = await launchPostmaster(runner, files);
    onWaiting();
    try {
      if (await waitUntilReady(postmaster, files.cluster, signal)) return postmaster;
    } catch (error) {
      await shutDown(postmaster);
      throw error;
    }
    throw new Error(`PostgreSQL went down while starting: ${await lastWords(files.log)}`);
  };

  const never = new AbortController().signal;
  const first = found ?? (await launchWithBackOff(launch, { tries: TRIES_AT_START, signal: never, log }));
  onWaiting();
  const how = found ? "found running" : runner?.how;
  log.info("postgres.started", { pid: first.pid, how, is_new: isNew, duration_ms: msSince(startedAt) });

  const supervision = supervise(first, launch, log);
  const logTimer = setInterval(() => {
    boundLog(files.log).catch((error: unknown) => log.warn("postgres.log_not_bounded", { error }));
  }, LOOK_AT_LOG_EVERY_MS);
  logTimer.unref();

  return {
    url: connection.url,
    stop: async () => {
      clearInterval(logTimer);
      await supervision.stop();
      await release();
    },
  };
}

/** Steps that PostgreSQL needs before it starts, and that a running server does not need. */
async function prepare(files: DataFiles, connection: ConnectionUrl, onWaiting: () => void): Promise<Runner> {
  const runner = await chooseRunner(findPrograms(), files.dataDir, probeMachine(files.dataDir));
  if (!existsSync(files.cluster)) {
    await createCluster(runner, files.cluster, connection.password, onWaiting);
    return runner;
  }
  await takeOwnership(runner, files.cluster);
  if (connection.isNewPassword) await setPassword(runner, files.cluster, connection.password);
  return runner;
}

/** Returns the database that a crashed gateway left running, if it answers; stops one that does not. */
async function adopt(files: DataFiles, connection: ConnectionUrl, log: Log): Promise<Postmaster | null> {
  const found = findPostmaster(files.cluster);
  if (found === null) return null;
  const isReady = await waitUntilReady(found, files.cluster, new AbortController().signal);
  if (!isReady) return null;
  const refusal = connection.isNewPassword ? "its password is lost" : await whyNoAnswer(connection.url);
  if (refusal === null) return found;
  log.warn("postgres.found_but_unusable", {
    pid: found.pid,
    reason: refusal,
    stopped: await shutDown(found),
  });
  return null;
}

/** Returns null when the database answers. */
async function whyNoAnswer(url: string): Promise<string | null> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  client.on("error", () => {}); // the failing query reports it
  try {
    await client.connect();
    await client.query("select 1");
    return null;
  } catch (error) {
    return String(error);
  } finally {
    await client.end().catch(() => {}); // nothing depends on this connection
  }
}

function msSince(start: number): number {
  return Math.round(performance.now() - start);
}
