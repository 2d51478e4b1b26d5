/**
 * How many connections to the database may each of several processes open?
 *
 * One process has all that it can use. Several share: each keeps its heartbeat, its listener and its lanes, because
 * batches must not wait for each other, and gets its part of the rest. Pure.
 */
export interface ConnectionCounts {
  pipeline: number;
  api: number;
  identity: number;
}

/** One heartbeat, one listener, ten lanes. */
const OF_ITS_OWN = 12;
/** Of one process that shares with nobody. The larger pool is the API's: its callers wait for people's statements. */
export const OF_ONE_ALONE: ConnectionCounts = { pipeline: 6, api: 10, identity: 3 };
/** With fewer, a transaction and the reads beside it would wait for each other. */
const OF_EACH_AT_LEAST: ConnectionCounts = { pipeline: 3, api: 3, identity: 1 };

const sumOf = ({ pipeline, api, identity }: ConnectionCounts) => OF_ITS_OWN + pipeline + api + identity;

/** With so many for each, four pipeline loops and five callers of each process are served at the same time. */
const EASY = 24;
/** On the embedded database, for people who look and for backups. */
const OF_OTHERS = 26;
/** PostgreSQL keeps these for its superuser. */
const OF_SUPERUSER = 3;

/** What so many processes of one machine use, if the server allows it. */
export function connectionsWanted(processes: number): number {
  return processes === 1 ? sumOf(OF_ONE_ALONE) : EASY * processes;
}

/** `max_connections` of the embedded database for so many processes. */
export function embeddedConnections(processes: number): number {
  return OF_SUPERUSER + OF_OTHERS + connectionsWanted(processes);
}

/**
 * What all processes of this machine may open together, of those that the server allows us. A server that is not embedded
 * has other users, and perhaps another node of ours: half of it is theirs.
 */
export function ownConnections(allowed: number, isEmbedded: boolean): number {
  return isEmbedded ? allowed - OF_OTHERS : Math.floor(allowed / 2);
}

export function mostProcesses(connections: number): number {
  return Math.floor(connections / sumOf(OF_EACH_AT_LEAST));
}

/** What a server must allow us at least, so that so many processes of one machine fit into it. */
export function connectionsNeeded(processes: number): number {
  return 2 * processes * sumOf(OF_EACH_AT_LEAST);
}

/** `connections` is what all processes may open together; `mostProcesses` says how many fit. */
export function connectionsOfEach(connections: number, processes: number): ConnectionCounts {
  const spread = sumOf(OF_ONE_ALONE) - sumOf(OF_EACH_AT_LEAST);
  const more = Math.min(Math.max(Math.floor(connections / processes) - sumOf(OF_EACH_AT_LEAST), 0), spread);
  const part = (name: keyof ConnectionCounts) =>
    OF_EACH_AT_LEAST[name] + Math.floor(((OF_ONE_ALONE[name] - OF_EACH_AT_LEAST[name]) * more) / spread);
  return { pipeline: part("pipeline"), api: part("api"), identity: part("identity") };
}
