/**
 * Which machine does this caller run on?
 *
 * A CLI key belongs to one machine, which is the same in every project. A caller with another
 * kind of key is recognized by the device name in its headers.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../access/authenticate.ts";
import { recogniseCliClient } from "../store/cli-clients.ts";
import type { Queryable } from "../store/database.ts";
import { deviceName } from "./device-name.ts";

/** Returns the id of the client in the caller's project. */
export async function clientOf(
  db: Queryable,
  { client, project, user_id }: Caller,
  headers: IncomingHttpHeaders,
): Promise<string> {
  if (client?.team_id === project.id) return client.id;
  const device_name = client?.device_name ?? deviceName(headers);
  return recogniseCliClient(db, { team_id: project.id, device_name, user_id });
}
