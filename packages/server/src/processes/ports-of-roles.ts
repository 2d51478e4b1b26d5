/**
 * Which ports does a gateway with these roles need, and which URLs follow from them?
 */
import { type Config, withPorts } from "../config.ts";

export interface Ports<P> {
  api: P | null;
  ingest: P | null;
  metrics: P | null;
  ingestTls: P | null;
}

type Asked = Pick<Config, "roles" | "host" | "port" | "ingestPort" | "metricsPort" | "tls" | "certificates">;

/** The ports that the operator has asked for; 0 leaves the choice to the system. */
export function askedPorts({
  roles,
  port,
  ingestPort,
  metricsPort,
  tls,
  certificates,
}: Asked): Ports<number> {
  return {
    api: roles.has("api") ? port : null,
    ingest: roles.has("ingest") ? ingestPort : null,
    metrics: metricsPort,
    ingestTls: roles.has("ingest") ? (tls?.port ?? certificates?.port ?? null) : null,
  };
}

/** Takes all of them at once. */
export async function takePorts<From, P>(
  asked: Ports<From>,
  take: (one: From) => P | Promise<P>,
): Promise<Ports<P>> {
  const takeOne = (one: From | null) => (one === null ? null : take(one));
  const [api, ingest, metrics, ingestTls] = await Promise.all([
    takeOne(asked.api),
    takeOne(asked.ingest),
    takeOne(asked.metrics),
    takeOne(asked.ingestTls),
  ]);
  return { api, ingest, metrics, ingestTls };
}

export function withRealPorts(asked: Config, { api, ingest, metrics, ingestTls }: Ports<number>): Config {
  return withPorts(asked, {
    port: api ?? asked.port,
    ingestPort: ingest ?? asked.ingestPort,
    metricsPort: metrics,
    ingestTlsPort: ingestTls,
  });
}
