/**
 * How does the gateway get a database without anybody installing one?
 *
 * `main` calls this when no POSTHORN_DATABASE_URL is given. It makes the database on first use, finds
 * and keeps one that a crashed gateway left running, and from then on has it supervised. The instance
 * lock comes first: nothing in the data directory is looked at while another gateway works there.
 */
import { existsSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { Client } from "pg";
import type { Log } from "../../log.ts";
import { boundLog, LOOK_AT_LOG_EVERY_MS } from "./bound-log.ts";
import { connectionUrl, filesIn, type ConnectionUrl, type DataFiles } from "./files.ts";
import { createCluster, setPassword, takeOwnership, writeConfiguration } from "./initialize.ts";
import { acquireInstanceLock } from "./instance-lock.ts";
import { findPostmaster, launchPostmaster, shutDown, waitUntilReady, type Postmaster } from "./postmaster.ts";
import { findPrograms } from "./programs.ts";
import { chooseRunner, probeMachine, type Runner } from "./run-as.ts";
import { launchWithBackOff, supervise, type Launch } from "./supervise.ts";

export interface EmbeddedSettings {
  dataDir: string;
  log: Log;
  /**
   * Called as soon as PostgreSQL is at work in its own process and there is nothing to do here but wait: the
   * moment for work that would keep this process from starting it.
   */
  onWaiting?: () => void;
}

export interface EmbeddedPostgres {
  url: string;
  stop: () => Promise<void>;
}

/** About three seconds of trying; what fails longer than that at a start is for a person to see. */
const TRIES_AT_START = 7;
const ANSWER_WITHIN_MS = 3_000;

export async function startEmbeddedPostgres({
  dataDir,
  log,
  onWaiting = () => {},
}: EmbeddedSettings): Promise<EmbeddedPostgres> {
  const files = filesIn(dataDir);
  if ((await mkdir(files.dataDir, { recursive: true })) !== undefined) {
    // Root's database runs as another user, who must be able to pass through, but not look around.
    await chmod(files.dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  }
  const lock = await acquireInstanceLock(files.lock);
  try {
    return await startLocked(files, { log, onWaiting }, lock.release);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function startLocked(
  files: DataFiles,
  { log, onWaiting }: Required<Omit<EmbeddedSettings, "dataDir">>,
  release: () => Promise<void>,
): Promise<EmbeddedPostgres> {
  const startedAt = performance.now();
  const isNew = !existsSync(files.cluster);
  const connection = await connectionUrl(files);
  await boundLog(files.log);

  const found = await adopt(files, connection, log);
  /** Null while a found server runs: how to start one is asked only when one must be started. */
  let runner = found ? null : await prepare(files, connection, onWaiting);
  const launch: Launch = async (signal) => {
    runner ??= await prepare(files, connection, onWaiting);
    await writeConfiguration(runner, files.cluster);
    const postmaster = await launchPostmaster(runner, files);
    onWaiting();
    try {
      if (await waitUntilReady(postmaster, files.cluster, signal)) return postmaster;
    } catch (error) {
      await shutDown(postmaster);
      throw error;
    }
    throw new Error(`PostgreSQL went down while starting; its last words are in ${files.log}`);
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

/** Everything that must be true before PostgreSQL can be started, and that no running one needs. */
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

/** The database a crashed gateway left running, if it answers us; one that does not is stopped. */
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

/** Null when the database answers. */
async function whyNoAnswer(url: string): Promise<string | null> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  client.on("error", () => {}); // told by the failing query
  try {
    await client.connect();
    await client.query("select 1");
    return null;
  } catch (error) {
    return String(error);
  } finally {
    await client.end().catch(() => {}); // nothing was promised on this connection
  }
}

function msSince(start: number): number {
  return Math.round(performance.now() - start);
}
