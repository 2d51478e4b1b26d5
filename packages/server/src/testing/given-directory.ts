/**
 * How does a test get an organization whose people come from a directory, and call Posthorn as that directory?
 *
 * As in real use: the owner proves a mail domain at a real name server, turns directory sync on, and hands the token over.
 */
import type { Role } from "@posthorn/contract/roles";
import type { Answer } from "./given-api.ts";
import { callAs, type GivenPerson, givenPerson } from "./given-person.ts";
import { givenSso, type GivenSso } from "./given-sso.ts";
import { scimCall } from "./scim-call.ts";

const DIRECTORY_DOMAIN = "acme.test";

export interface GivenDirectory extends GivenSso {
  token: string;
  /** Members from before, whom the directory does not know. */
  guests: GivenPerson[];
  /** `path` is below `/scim/v2`. */
  scim: (method: string, path: string, body?: unknown, token?: string) => Promise<Answer>;
  /** Below the directory sync of the organization, as the owner or somebody else. */
  sync: (method: string, path?: string, body?: unknown, cookie?: string) => Promise<Answer>;
  /** Sends a person with this name in the domain. Returns their id. */
  addPerson: (name: string, more?: object) => Promise<string>;
  /** Sends a group with these people. Returns its id. */
  addGroup: (displayName: string, people?: readonly string[]) => Promise<string>;
  setRole: (group: string, role: string | null) => Promise<Answer>;
  /** The role of somebody in the domain. Null: they are no member. */
  roleOf: (name: string) => Promise<Role | null>;
}

export function addressIn(name: string): string {
  return `${name}@${DIRECTORY_DOMAIN}`;
}

function made({ status, body }: Answer): string {
  if (status !== 201) throw new Error(`The directory got ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

export async function givenDirectory({
  default_role = "member",
  guests: emails = [],
  ...settings
}: { default_role?: string | null; guests?: readonly string[] } & Parameters<
  typeof givenSso
>[0] = {}): Promise<GivenDirectory> {
  const given = await givenSso(settings);
  const { api, cookie, organization_id } = given;
  await given.prove(DIRECTORY_DOMAIN);
  const guests = [];
  for (const email of emails)
    guests.push(await givenPerson(api, { cookie, organization_id }, { email, role: "member" }));
  const sync: GivenDirectory["sync"] = (method, path = "", body, as = cookie) =>
    callAs(api, as, method, `/organizations/${organization_id}/directory${path}`, body);
  const turnedOn = await sync("POST", "", { default_role });
  if (turnedOn.status !== 200) throw new Error(`Directory sync got ${turnedOn.status}`);
  const token: string = turnedOn.body.token;
  const scim: GivenDirectory["scim"] = (method, path, body, as = token) =>
    scimCall(api.url, as, method, path, body);
  return {
    ...given,
    token,
    guests,
    scim,
    sync,
    addPerson: async (name, more = {}) =>
      made(await scim("POST", "/Users", { userName: addressIn(name), active: true, ...more })),
    addGroup: async (displayName, people = []) =>
      made(await scim("POST", "/Groups", { displayName, members: people.map((value) => ({ value })) })),
    setRole: (group, role) => sync("PUT", `/groups/${group}`, { role }),
    async roleOf(name) {
      const { rows } = await api.db.query<{ role: Role }>(
        "select members.role from members join users on users.id = members.user_id where users.email = $1",
        [addressIn(name)],
      );
      return rows[0]?.role ?? null;
    },
  };
}
