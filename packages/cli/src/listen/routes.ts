/**
 * Which connections does the client listen to?
 *
 * Those of the named sources whose destination is the CLI. What is missing of a named source is made: the source, and a
 * connection `cli-NAME`. For `*`, nothing is made: that would add a connection to every source of a project.
 */
import { type Connection, createConnection, listConnections } from "@posthorn/contract/connections";
import { updateDestination } from "@posthorn/contract/destinations";
import { CLI_SESSION_MAX_CONNECTIONS } from "@posthorn/contract/limits";
import { type Source, createSource, listSources } from "@posthorn/contract/sources";
import type { Client } from "../api/client.ts";
import { Failure, misuse } from "../failure.ts";
import { printable } from "../output/printable.ts";

export interface Wanted {
  /** Names, or `*`. */
  sources: string;
  /** A name or an id of a connection, or the path of its destination. */
  connection: string | undefined;
  /** The path that the destination shall have. */
  path: string | undefined;
}

export interface Routes {
  connections: readonly Connection[];
  /** What was made or changed, in sentences. */
  news: readonly string[];
}

export async function findRoutes(
  client: Client,
  { sources: typed, connection: wanted, path }: Wanted,
): Promise<Routes> {
  const news: string[] = [];
  const isAll = typed.trim() === "*";
  const names = typed
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0)
    throw misuse("The source has no name.", "Write the name of a source, or '*' for all.");
  if (path !== undefined && !path.startsWith("/"))
    throw misuse(`--path must begin with a slash, not "${printable(path)}".`, `Write --path /${path}.`);
  const sources = isAll ? await allSources(client) : await Promise.all(names.map(sourceNamed));
  const found = await connectionsOf(sources.map(({ id }) => id));
  const matching = wanted === undefined ? found : found.filter((one) => isMeant(one, wanted));
  const complete = isAll ? matching : await withMissing(sources, matching);
  if (complete.length === 0)
    throw new Failure(
      isAll ? "No source has a connection to the CLI." : "There is no such connection to the CLI.",
      {
        todo: "Name a source: posthorn listen PORT SOURCE makes what is missing.",
        exit: "notFound",
      },
    );
  return { connections: path === undefined ? complete : await withPath(complete, path), news };

  async function sourceNamed(name: string): Promise<Source> {
    const { models } = await client.call(listSources, { query: { name } });
    const [source] = models;
    if (source) return source;
    const made = await client.call(createSource, { body: { name } }).catch((error: unknown) => {
      throw /already exists/.test(error instanceof Error ? error.message : "")
        ? new Failure(`The source ${printable(name)} is disabled.`, {
            todo: "Enable it in the dashboard, then listen again.",
          })
        : error;
    });
    news.push(`The source ${printable(name)} was made.`);
    return made;
  }

  async function connectionsOf(ids: readonly string[]): Promise<Connection[]> {
    if (ids.length === 0) return [];
    const query = { source_id: [...ids], limit: CLI_SESSION_MAX_CONNECTIONS };
    const { models } = await client.call(listConnections, { query });
    return models.filter(({ destination }) => destination.type === "CLI");
  }

  async function withMissing(all: readonly Source[], present: readonly Connection[]): Promise<Connection[]> {
    const connections = [...present];
    for (const source of all) {
      if (connections.some((one) => one.source.id === source.id)) continue;
      // The person means one of several sources with this connection.
      if (wanted !== undefined && connections.length > 0) continue;
      const isPath = wanted?.startsWith("/") === true;
      const name = wanted === undefined || isPath ? `cli-${source.name}` : wanted;
      const config = { path: path ?? (isPath ? wanted : "/") };
      connections.push(
        await client.call(createConnection, {
          body: { name, source_id: source.id, destination: { name, type: "CLI", config } },
        }),
      );
      news.push(`The connection ${printable(name)} was made.`);
    }
    return connections;
  }

  async function withPath(connections: readonly Connection[], wantedPath: string): Promise<Connection[]> {
    return Promise.all(
      connections.map(async (connection) => {
        const { destination } = connection;
        if (destination.config.path === wantedPath) return connection;
        const changed = await client.call(updateDestination, {
          params: { id: destination.id },
          body: { config: { path: wantedPath } },
        });
        news.push(
          `The path of the destination ${printable(destination.name)} is now ${printable(wantedPath)}.`,
        );
        return { ...connection, destination: changed };
      }),
    );
  }
}

async function allSources(client: Client): Promise<Source[]> {
  return (await client.call(listSources, { query: { limit: CLI_SESSION_MAX_CONNECTIONS } })).models;
}

function isMeant({ id, name, full_name, destination }: Connection, wanted: string): boolean {
  return [id, name, full_name, destination.name, destination.config.path].includes(wanted);
}
