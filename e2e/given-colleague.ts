/**
 * How does a journey get a second person, in a browser of their own?
 *
 * As in real use: the owner invites them, and they sign up with the link, which the product logs because it has no mail
 * server.
 */
import type { Browser, BrowserContext } from "@playwright/test";
import { aName } from "./given.ts";
import type { OwnProject } from "./own-project.ts";
import { signUp } from "./session.ts";
import { until } from "./until.ts";

export interface Colleague {
  email: string;
  context: BrowserContext;
}

/** A member of the organization with this id. */
export async function givenColleague(
  browser: Browser,
  product: Pick<OwnProject, "dashboardApi" | "output" | "url">,
  organizationId: string,
): Promise<Colleague> {
  const email = `${aName("grace")}@example.com`;
  await product.dashboardApi("POST", `/organizations/${organizationId}/invitations`, {
    invitations: [{ email, role: "member" }],
  });
  const linkInLog = new RegExp(`"email":"${email}".*/invitation\\?key=([^"]+)"`);
  const invitation = await until(
    "the link of the invitation",
    async () => linkInLog.exec(product.output())?.[1] ?? "",
    (key) => key !== "",
  );
  const storageState = await signUp(product, { email, password: "a compiler for all", invitation });
  const context = await browser.newContext({ baseURL: product.url, storageState, reducedMotion: "reduce" });
  return { email, context };
}
