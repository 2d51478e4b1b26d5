/**
 * How does a part of the bench get a connection with a history, and how does it write rows for it?
 *
 * The connection is made through the API. Nobody listens at its destination: nothing is ever sent there.
 */
import { Connection, type ConnectionInput } from "@posthorn/contract/connections";
import { internalId } from "@posthorn/contract/ids";
import { API_KEY } from "./product.ts";

export const HEADERS = { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" };

export async function givenConnection(
  apiUrl: string,
  { source, name }: { source: string; name: string },
): Promise<Connection> {
  const input: ConnectionInput = {
    name,
    source: { name: source },
    destination: { name: `${source}-${name}`, config: { url: "http://127.0.0.1:9/" } },
  };
  const answer = await fetch(`${apiUrl}/connections`, {
    method: "PUT",
    headers: HEADERS,
    body: JSON.stringify(input),
  });
  return Connection.parse(await answer.json());
}

/** The id as the database has it. */
export function uuid(kind: "project" | "source" | "connection", id: string): string {
  const found = internalId(kind, id);
  if (found === null) throw new Error(`${id} is no id of a ${kind}`);
  return found;
}
