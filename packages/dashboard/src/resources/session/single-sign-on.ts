/**
 * How does a person go to the identity provider of their organization, and come back?
 *
 * The page leaves for the provider, and the provider leads back to `/sso/{organization}`. Where the person wanted to go waits
 * in this tab. The server decides everything; a cookie that pages cannot read belongs to this browser.
 */
import { SSO_ANSWER_META, SSO_PATHS } from "@posthorn/contract/sso-paths";
import { fields, text, yesNo } from "../../ui/read.ts";
import { post, refusalOf, type Answer, type AuthRefusal } from "./auth-actions.ts";

const WAITING = "posthorn.sso";

/** Where the person goes after they are back. */
export interface SsoReturn {
  to: string;
  /** The owner tries the connection; nobody is signed in. */
  isTest: boolean;
}

/** Apart from the sign-in's own, because tests of components cannot leave their page. */
export const browser = { goTo: (url: string) => window.location.assign(url) };

async function leave(path: `/${string}`, body: object, back: SsoReturn): Promise<AuthRefusal> {
  const answer = await post(path, body);
  const refusal = refusalOf(answer, ({ message }) => ({ title: message ?? "Single sign-on failed" }));
  const { url } = fields({ url: text() }).parse(answer.body);
  if (refusal || url === undefined) return refusal ?? { title: "Single sign-on failed" };
  sessionStorage.setItem(WAITING, JSON.stringify(back));
  browser.goTo(url);
  return null;
}

/** Null: the browser is about to leave the page. */
export function signInWithSso(email: string, to: string): Promise<AuthRefusal> {
  return leave(SSO_PATHS.begin, { email }, { to, isTest: false });
}

export function testSso(organization_id: string, to: string): Promise<AuthRefusal> {
  return leave(SSO_PATHS.beginTest, { organization_id }, { to, isTest: true });
}

export function waitingReturn(): SsoReturn {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(WAITING) ?? "null");
    const { to = "/", isTest = false } = fields({ to: text(), isTest: yesNo }).parse(stored);
    return { to, isTest };
  } catch {
    return { to: "/", isTest: false };
  }
}

/**
 * What a SAML provider has posted, which is in the page that the server has sent back. Null: it has posted nothing. Where the
 * provider leads back with a redirect, the address has the answer.
 */
export function postedAnswer(): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${SSO_ANSWER_META}"]`)?.content ?? null;
}

/** The person is back. What they open next has nothing to do with it. */
export function forgetReturn(): void {
  sessionStorage.removeItem(WAITING);
}

/** `answer`: what the provider has added to the address, or has posted. A sign-on can be finished once. */
export async function finishSso(organization_id: string, answer: string): Promise<AuthRefusal> {
  const replied: Answer = await post(SSO_PATHS.finish, { organization_id, answer });
  return refusalOf(replied, ({ message }) => ({ title: message ?? "Single sign-on failed" }));
}
