/**
 * How does an installation start with several processes?
 *
 * The supervisor owns what there is one of: the ports, the data directory and the embedded PostgreSQL. Then it finds out
 * how many processes the database has connections for, and starts them.
 */
import type { Config } from "../config.ts";
import { reserveSharedPort } from "../inbound/shared-ports.ts";
import type { Log } from "../log.ts";
import { memorySizes } from "../memory.ts";
import { StartRefused } from "../start-refused.ts";
import { readConnectionLimit } from "../store/connection-limit.ts";
import {
  connectionsOfEach,
  connectionsNeeded,
  embeddedConnections,
  mostProcesses,
  ownConnections,
} from "../store/connections-of-each.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../store/embedded/start-embedded-postgres.ts";
import { askedPorts, takePorts, withRealPorts } from "./ports-of-roles.ts";
import { canShareAPort } from "./process-count.ts";
import { createSupervisor } from "./supervisor.ts";

export interface SeveralDeps {
  /** The file that each process runs. */
  program: string;
  asked: Config;
  /** More than one. */
  wanted: number;
  log: Log;
  memoryBytes: number;
  /** The last one is stopped first. */
  stops: (() => Promise<void>)[];
}

export async function startSeveral({
  program,
  asked,
  wanted,
  log,
  memoryBytes,
  stops,
}: SeveralDeps): Promise<{ config: Config; processes: number }> {
  if (!canShareAPort(process.platform))
    throw new StartRefused(
      "POSTHORN_PROCESSES can be more than 1 only on Linux, where processes can share a port. Set it to 1, or leave it out.",
    );
  const ports = await takePorts(askedPorts(asked), (port) => reserveSharedPort(asked.host, port));
  const numbers = await takePorts(ports, ({ number }) => number);
  const config = withRealPorts(asked, numbers);
  const supervisor = createSupervisor({ program, log, drainMs: asked.drainMs });
  let embedded: EmbeddedPostgres | null = null;
  stops.push(
    async () => embedded?.stop(),
    () => supervisor.stop(),
  );
  if (config.databaseUrl === null) {
    embedded = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      log,
      bufferBytes: memorySizes(memoryBytes).databaseBytes,
      connections: embeddedConnections(wanted),
      onWaiting: supervisor.prepare,
    });
  }
  const databaseUrl = embedded?.url ?? config.databaseUrl ?? "";
  const isEmbedded = embedded !== null;
  const allowed = await readConnectionLimit(databaseUrl);
  const own = ownConnections(allowed, isEmbedded);
  const processes = Math.max(1, Math.min(wanted, mostProcesses(own)));
  if (processes < wanted) {
    if (asked.processes !== null && !isEmbedded) throw tooFewConnections({ wanted, processes, allowed });
    // An embedded server that was found running has what it was started with; after the next orderly stop it has more.
    log.warn("processes.fewer", { wanted, running: processes, connections_allowed: allowed });
  }
  const order = {
    log: asked.log,
    ports: numbers,
    databaseUrl,
    isEmbedded,
    memoryBytes,
    processes,
    connections: connectionsOfEach(own, processes),
  };
  await supervisor.start(
    processes,
    (processNumber) => ({ ...order, processNumber, isFirst: processNumber === 1 }),
    () => {
      for (const port of Object.values(ports)) port?.handOver();
    },
  );
  return { config, processes };
}

function tooFewConnections({
  wanted,
  processes,
  allowed,
}: {
  wanted: number;
  processes: number;
  allowed: number;
}): StartRefused {
  return new StartRefused(
    `The database allows Posthorn ${allowed} connections, and processes of one machine use half of them at most. ` +
      `POSTHORN_PROCESSES=${wanted} needs a database that allows ${connectionsNeeded(wanted)}: raise its max_connections, or set ` +
      `POSTHORN_PROCESSES=${processes}.`,
  );
}
