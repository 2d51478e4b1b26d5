/** Which URLs receive the load? The bench creates them through the product's REST API, like a user's script. */
import { Connection, type ConnectionInput } from "@posthorn/contract/connections";
import { Source, type SourceInput } from "@posthorn/contract/sources";
import { API_KEY } from "./product.ts";

/** Creates a source without a connection: the product stores its requests and does nothing else. */
export async function createStoringSource(apiUrl: string): Promise<string> {
  const source: SourceInput = { name: "bench-storing" };
  return Source.parse(await post(`${apiUrl}/sources`, source)).url;
}

export interface RouteUnderLoad {
  name: string;
  sinkUrl: string;
  /** How many connections the source has; each request becomes that many events. */
  connections?: number;
  rules?: ConnectionInput["rules"];
}

/** Creates a source whose requests are delivered to `sinkUrl`. */
export async function createDeliveringSource(
  apiUrl: string,
  { name, sinkUrl, connections = 1, rules = [] }: RouteUnderLoad,
): Promise<string> {
  let url = "";
  for (let number = 1; number <= connections; number++) {
    const connection: ConnectionInput = {
      name: `bench-${number}`,
      source: { name: `bench-${name}` },
      destination: { name: `bench-${name}-${number}`, config: { url: sinkUrl } },
      rules,
    };
    url = Connection.parse(await post(`${apiUrl}/connections`, connection)).source.url;
  }
  return url;
}

/** Creates a source whose events go to the machine of whoever listens. */
export async function createSourceForCli(apiUrl: string, name: string): Promise<string> {
  const connection: ConnectionInput = {
    name: `cli-${name}`,
    source: { name },
    destination: { name: `cli-${name}`, type: "CLI", config: { path: "/" } },
  };
  return Connection.parse(await post(`${apiUrl}/connections`, connection)).source.url;
}

/** Creates a source whose destination takes one event per hour. */
export async function createLimitedSource(
  apiUrl: string,
  { name, sinkUrl }: { name: string; sinkUrl: string },
): Promise<void> {
  await post(`${apiUrl}/connections`, {
    name: "bench",
    source: { name: `bench-${name}` },
    destination: {
      name: `bench-${name}`,
      config: { url: sinkUrl, rate_limit: 1, rate_limit_period: "hour" },
    },
  });
}

/** Checks header and body, and lets every request of the generator pass. */
export const FILTER_RULES: ConnectionInput["rules"] = [
  {
    type: "filter",
    headers: { "content-type": { $startsWith: "application/json" } },
    body: { $not: { type: { $in: ["refund", "chargeback"] } } },
  },
];

/** Every event fails twice (see sink.ts) and succeeds at its third attempt. */
export const FAILING_RULES: ConnectionInput["rules"] = [
  { type: "retry", strategy: "linear", interval: 0, count: 5, response_status_codes: null },
];

/** A typical transformation: changes a header and adds a field to the body. */
export const TRANSFORM_RULES: ConnectionInput["rules"] = [
  {
    type: "transform",
    transformation: {
      name: "bench",
      code: `addHandler("transform", (request, context) => {
        request.headers["x-connection"] = context.connection.name;
        request.body.transformed = true;
        return request;
      });`,
    },
  },
];

async function post(url: string, body: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`POST ${url} was answered with ${answer.status}: ${text}`);
  return JSON.parse(text);
}
