/** Which URLs take the load? Set up through the product's REST API, as a user's script would. */
import { Connection, type ConnectionInput } from "@posthorn/contract/connections";
import { Source, type SourceInput } from "@posthorn/contract/sources";
import { API_KEY } from "./product.ts";

/** A source without a connection: its requests are stored and go no further. */
export async function createStoringSource(apiUrl: string): Promise<string> {
  const source: SourceInput = { name: "bench-storing" };
  return Source.parse(await post(`${apiUrl}/sources`, source)).url;
}

/** A source whose requests become one event each, delivered to `sinkUrl`. */
export async function createDeliveringSource(apiUrl: string, sinkUrl: string): Promise<string> {
  const connection: ConnectionInput = {
    name: "bench",
    source: { name: "bench-delivering" },
    destination: { name: "bench-sink", config: { url: sinkUrl } },
  };
  return Connection.parse(await post(`${apiUrl}/connections`, connection)).source.url;
}

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
