/**
 * How does a journey get a second person, in a browser of their own?
 *
 * As in real use: the owner invites them and hands the link over, because the product has no mail server.
 */
import type { Session } from "@posthorn/contract/dashboard-api";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { createInvitations } from "@posthorn/contract/organizations";
import type { GrantedRole } from "@posthorn/contract/roles";
import type { Browser, BrowserContext } from "@playwright/test";
import { aName } from "./given.ts";
import { cookiesOf, remember, remembering, type OwnProject } from "./own-project.ts";
import { type SignedIn, signUp } from "./session.ts";

export interface Colleague {
  email: string;
  context: BrowserContext;
}

/** A person of the organization with this id. Their browser shows the journey's project first, if they may see it. */
export async function givenColleague(
  browser: Browser,
  product: Pick<OwnProject, "dashboardApi" | "url" | "id">,
  organizationId: string,
  role: GrantedRole = "member",
): Promise<Colleague> {
  const email = `${aName("grace")}@example.com`;
  const { models } = await product.dashboardApi<ReplyOf<typeof createInvitations>>(
    "POST",
    `/organizations/${organizationId}/invitations`,
    { invitations: [{ email, role }] },
  );
  const invitation = new URL(models[0]?.link ?? "").searchParams.get("key") ?? "";
  const session = await signUp(product, { email, password: "a compiler for all", invitation });
  const answer = await fetch(`${product.url}/dashboard-api/session`, {
    headers: { cookie: cookiesOf(session) },
  });
  const { user } = (await answer.json()) as Session; // the contract's answer
  const context = await contextOf(browser, product, { ...session, origins: remembering(product, user.id) });
  return { email, context };
}

/** A browser window of a person who is signed in. */
export async function contextOf(
  browser: Browser,
  { url }: Pick<OwnProject, "url">,
  { cookies, origins }: SignedIn,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    storageState: { cookies, origins: [] },
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
  });
  await remember(context, origins);
  return context;
}
