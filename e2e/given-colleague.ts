/**
 * How does a journey get a second person, in a browser of their own?
 *
 * As in real use: the owner invites them and hands the link over, because the product has no mail server.
 */
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { createInvitations } from "@posthorn/contract/organizations";
import type { Browser, BrowserContext } from "@playwright/test";
import { aName } from "./given.ts";
import type { OwnProject } from "./own-project.ts";
import { signUp } from "./session.ts";

export interface Colleague {
  email: string;
  context: BrowserContext;
}

/** A member of the organization with this id. */
export async function givenColleague(
  browser: Browser,
  product: Pick<OwnProject, "dashboardApi" | "url">,
  organizationId: string,
): Promise<Colleague> {
  const email = `${aName("grace")}@example.com`;
  const { models } = await product.dashboardApi<ReplyOf<typeof createInvitations>>(
    "POST",
    `/organizations/${organizationId}/invitations`,
    { invitations: [{ email, role: "member" }] },
  );
  const invitation = new URL(models[0]?.link ?? "").searchParams.get("key") ?? "";
  const storageState = await signUp(product, { email, password: "a compiler for all", invitation });
  const context = await browser.newContext({ baseURL: product.url, storageState, reducedMotion: "reduce" });
  return { email, context };
}
