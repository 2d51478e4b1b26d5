/**
 * What is stored of a key, and what does the person read then?
 *
 * The one place that writes a key into a profile, together with the server and the project that it is for.
 */
import { type KeyHolder, exchangeForCliKey, validateKey } from "@posthorn/contract/cli-auth";
import type { Surroundings } from "../commands/command.ts";
import { printable } from "../output/printable.ts";

export type Holder = Pick<KeyHolder, "user_name" | "user_email" | "team_id" | "team_name">;

/**
 * Stores a key that a person has brought. An API key of a project is exchanged for one of this machine: then the
 * dashboard lists the machine, and its key can be revoked by itself.
 */
export async function storeBroughtKey(key: string, surroundings: Surroundings, name: string): Promise<void> {
  const { client } = surroundings;
  const holder = await client.call(validateKey, { key });
  if (holder.client_id !== null) return storeKey(key, holder, surroundings);
  const issued = await client.call(exchangeForCliKey, { key, body: { device_name: name } });
  return storeKey(issued.key, issued, surroundings);
}

export async function storeKey(
  key: string,
  { user_name, user_email, team_id, team_name }: Holder,
  { settings: { profileName, profile, url }, config, machine: { out } }: Surroundings,
): Promise<void> {
  await config.storeProfile(profileName, {
    ...profile,
    url,
    key,
    project_id: team_id,
    project_name: team_name,
  });
  const person = user_email === null ? "with a project's key" : `as ${user_name ?? ""} <${user_email}>`;
  out.write(`${out.paint("green", "Signed in")} ${printable(person)}.\n`);
  out.write(`Project ${printable(team_name)} of ${url}, in the profile "${profileName}".\n`);
}
