/** Signs people in, or up, and returns the cookies as a browser stores them. */
import { setTimeout as delay } from "node:timers/promises";
import { request, type APIRequestContext } from "@playwright/test";
import { OWNER, type Product } from "./product.ts";

const ATTEMPTS = 4;
/** The first sign-in also loads the library of accounts. Only a server that hangs reaches it. */
const ANSWERED_WITHIN_MS = 120_000;

export type SignedIn = Awaited<ReturnType<APIRequestContext["storageState"]>>;

export function signIn(product: Pick<Product, "url">): Promise<SignedIn> {
  return beginSession(product, "/sign-in/email", OWNER);
}

export function signUp(
  product: Pick<Product, "url">,
  person: { email: string; password: string; invitation: string },
): Promise<SignedIn> {
  return beginSession(product, "/sign-up/email", person);
}

async function beginSession({ url }: Pick<Product, "url">, path: string, data: object): Promise<SignedIn> {
  const caller = await request.newContext({ extraHTTPHeaders: { origin: url } });
  const post = () => caller.post(`${url}/auth${path}`, { data, timeout: ANSWERED_WITHIN_MS });
  let response = await post();
  // On a starved machine signing in may get 503, with the time after which to try again.
  for (let attempt = 1; attempt < ATTEMPTS && response.status() === 503; attempt++) {
    await delay(Number(response.headers()["retry-after"]) * 1000);
    response = await post();
  }
  if (!response.ok()) throw new Error(`${path} got ${response.status()} ${await response.text()}`);
  const signedIn = await caller.storageState();
  await caller.dispose();
  return signedIn;
}
