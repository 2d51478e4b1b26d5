/** Signs the owner in and returns the cookies as a browser stores them. */
import { setTimeout as delay } from "node:timers/promises";
import { request, type APIRequestContext } from "@playwright/test";
import { OWNER, type Product } from "./product.ts";

const ATTEMPTS = 4;

export type SignedIn = Awaited<ReturnType<APIRequestContext["storageState"]>>;

export async function signIn(product: Pick<Product, "url">): Promise<SignedIn> {
  const caller = await request.newContext({ extraHTTPHeaders: { origin: product.url } });
  const post = () => caller.post(`${product.url}/auth/sign-in/email`, { data: OWNER });
  let response = await post();
  // On a starved machine signing in may get 503, with the time after which to try again.
  for (let attempt = 1; attempt < ATTEMPTS && response.status() === 503; attempt++) {
    await delay(Number(response.headers()["retry-after"]) * 1000);
    response = await post();
  }
  if (!response.ok())
    throw new Error(`The owner could not sign in: ${response.status()} ${await response.text()}`);
  const signedIn = await caller.storageState();
  await caller.dispose();
  return signedIn;
}
