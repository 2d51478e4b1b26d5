/**
 * Which machine is this caller's?
 *
 * A CLI key was given to a machine, and is that machine in every project. Whoever comes with another key is
 * known by the name of the device that the headers tell.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../access/authenticate.ts";
import { recogniseCliClient } from "../store/cli-clients.ts";
import type { Queryable } from "../store/database.ts";
import { deviceName } from "./device-name.ts";

/** The id of the client, in the caller's project. */
export async function clientOf(
  db: Queryable,
  { client, project, user_id }: Caller,
  headers: IncomingHttpHeaders,
): Promise<string> {
  if (client?.team_id === project.id) return client.id;
  const device_name = client?.device_name ?? deviceName(headers);
  return recogniseCliClient(db, { team_id: project.id, device_name, user_id });
}
