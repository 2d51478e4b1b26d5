/**
 * How does a test get a person of an organization who is signed in?
 *
 * As in real use: an admin invites them, hands the link over, and they sign up with it.
 */
import type { GrantedRole } from "@posthorn/contract/roles";
import type { Answer, GivenApi } from "./given-api.ts";

const OUR_PAGES = "http://127.0.0.1:4400";

/** What the browser of a person sends with every call. */
export function browserOf(cookie: string): Record<string, string> {
  return { cookie, origin: OUR_PAGES };
}

/** `path` is below /dashboard-api. */
export function callAs(
  api: GivenApi,
  cookie: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  return api.call(method, `//dashboard-api${path}`, { key: null, headers: browserOf(cookie), body });
}

export interface GivenPerson {
  email: string;
  cookie: string;
  user_id: string;
  /** The public id of the person in the organization. */
  member_id: string;
}

export async function givenPerson(
  api: GivenApi,
  { cookie: admin, organization_id }: { cookie: string; organization_id: string },
  { email, role }: { email: string; role: GrantedRole },
): Promise<GivenPerson> {
  const people = `/organizations/${organization_id}`;
  const invited = await callAs(api, admin, "POST", `${people}/invitations`, {
    invitations: [{ email, role }],
  });
  if (invited.status !== 200) throw new Error(`The invitation got ${invited.status}`);
  const [{ link }] = invited.body.models;
  const signedUp = await api.call("POST", "//auth/sign-up/email", {
    key: null,
    headers: { origin: OUR_PAGES },
    body: { email, password: "long enough", invitation: new URL(link).searchParams.get("key") },
  });
  if (signedUp.status !== 200) throw new Error(`The sign-up got ${signedUp.status}`);
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const members = await callAs(api, admin, "GET", `${people}/members?search=${encodeURIComponent(email)}`);
  const [member] = members.body.models;
  return { email, cookie, user_id: member.user_id, member_id: member.id };
}
