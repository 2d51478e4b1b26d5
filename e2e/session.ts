/** Signs the owner in and returns the cookies as a browser stores them. */
import { request, type APIRequestContext } from "@playwright/test";
import { OWNER, type Product } from "./product.ts";

export type SignedIn = Awaited<ReturnType<APIRequestContext["storageState"]>>;

export async function signIn(product: Pick<Product, "url">): Promise<SignedIn> {
  const caller = await request.newContext({ extraHTTPHeaders: { origin: product.url } });
  const response = await caller.post(`${product.url}/auth/sign-in/email`, { data: OWNER });
  if (!response.ok()) throw new Error(`The owner could not sign in: ${response.status()}`);
  const signedIn = await caller.storageState();
  await caller.dispose();
  return signedIn;
}
