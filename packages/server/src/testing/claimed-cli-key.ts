/**
 * How does a CLI get a key of a person?
 *
 * As in real use: the CLI begins a login, the person opens the link in the dashboard and claims it for a project, and the
 * CLI collects its key.
 */
import { publicId } from "@posthorn/contract/ids";
import type { GivenProject } from "./given-project.ts";
import { OWNER } from "./product.ts";

/** A key of the owner. */
export async function claimedCliKey({ publicUrl, id }: GivenProject): Promise<string> {
  const cookie = await ownersSession(publicUrl);
  return cliKeyOf(cookie, { publicUrl, projectId: publicId("project", id) });
}

/** The cookie of the owner's browser. */
export async function ownersSession(publicUrl: string): Promise<string> {
  return sessionIn(await ask(`${publicUrl}/auth/sign-in/email`, OWNER, { origin: publicUrl }));
}

/** A key of the person whose browser has this cookie. */
export async function cliKeyOf(
  cookie: string,
  { publicUrl, projectId }: { publicUrl: string; projectId: string },
): Promise<string> {
  const begun = await ask(`${publicUrl}/2026-09-01/cli-auth`, { device_name: "laptop" });
  const { browser_url, poll_url } = (await begun.json()) as { browser_url: string; poll_url: string }; // as the contract has it
  await allowCliLogin(cookie, { publicUrl, projectId, link: browser_url });
  const collected = (await (await fetch(poll_url)).json()) as { claimed: boolean; key: string }; // as the contract has it
  if (!collected.claimed) throw new Error("the login was claimed");
  return collected.key;
}

/** What the page behind a CLI's link does when the person allows the login. */
export async function allowCliLogin(
  cookie: string,
  { publicUrl, projectId, link }: { publicUrl: string; projectId: string; link: string },
): Promise<void> {
  await ask(
    `${publicUrl}/dashboard-api/cli-login`,
    { key: new URL(link).pathname.slice("/cli-auth/".length) },
    { origin: publicUrl, "x-team-id": projectId, cookie },
  );
}

/** What a browser would send back of an answer's cookies. */
export function sessionIn({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

async function ask(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response;
}
