/**
 * How does a test follow a request all the way, from its sender through the rules to a far end and back into the API?
 *
 * The API, a gateway on the same database, and a far end that records what arrives. `connect` creates a connection
 * through the API and returns when the gateway knows it.
 */
import { internalId } from "@posthorn/contract/ids";
import { expect } from "vitest";
import type { Sealer } from "../store/seal.ts";
import { startFarEnd, startGateway } from "./gateway.ts";
import { givenAccess } from "./given-access.ts";
import { givenApi, type Answer, type GivenApi } from "./given-api.ts";

export interface ConnectOptions {
  /** What its new source has beside a name. */
  source?: object;
  /** An existing source instead. */
  source_id?: string;
  /** The settings of its new destination beside the URL. */
  destination?: object;
  rules?: readonly object[];
}

export interface Connected {
  /** As the API shows it. Its name, and those of its new ends, are its own. */
  connection: Answer["body"];
  /** Where its sender sends requests. */
  url: string;
  /** The path below which they arrive at the far end. */
  path: string;
}

export interface ApiWithGateway {
  api: GivenApi;
  farEnd: Awaited<ReturnType<typeof startFarEnd>>;
  /** For a second gateway on the same database. */
  databaseUrl: string;
  sealer: Sealer;
  connect: (options?: ConnectOptions) => Promise<Connected>;
  /** Resolves when the gateway knows this source as it is now. */
  reload: (source_id: string) => Promise<void>;
  stop: () => Promise<void>;
}

export async function givenApiWithGateway(): Promise<ApiWithGateway> {
  const identity = await givenAccess();
  const database = { db: identity.db, url: identity.databaseUrl, drop: async () => undefined }; // the API drops it
  const gateway = await startGateway(database, { sealer: identity.sealer });
  const api = await givenApi({ identity, sendOwn: gateway.sendOwn });
  const farEnd = await startFarEnd();
  const reload = (source_id: string) => gateway.reload(internalId("source", source_id) ?? "");
  let made = 0;
  return {
    reload,
    api,
    farEnd,
    databaseUrl: identity.databaseUrl,
    sealer: identity.sealer,
    async connect({ source = {}, source_id, destination = {}, rules = [] } = {}) {
      const name = `n-${++made}`;
      const path = `/${name}`;
      const { status, body: connection } = await api.call("POST", "/connections", {
        body: {
          name,
          ...(source_id === undefined ? { source: { name, ...source } } : { source_id }),
          destination: { name, config: { url: farEnd.url + path, ...destination } },
          rules,
        },
      });
      expect([status, connection]).toEqual([200, connection]);
      await reload(connection.source.id);
      return { connection, url: gateway.url + new URL(connection.source.url).pathname, path };
    },
    async stop() {
      farEnd.close();
      await gateway.stop();
      await api.stop();
    },
  };
}
