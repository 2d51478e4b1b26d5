/**
 * What does every journey get? The product of its worker, a far end of its own, a signed-in page, and a watch on it.
 *
 * Use `test.use({ storageState: SIGNED_OUT })` for journeys that begin before the sign-in, and `freshProduct` for
 * those that need an installation without an owner.
 */
import { test as base, expect } from "@playwright/test";
import { startFarEnd, type FarEnd } from "./far-end.ts";
import { startProduct, type Product } from "./product.ts";
import { signIn, type SignedIn } from "./session.ts";
import { watchPages, type PageWatch } from "./watch-page.ts";

export const SIGNED_OUT = { cookies: [], origins: [] };

interface TestFixtures {
  farEnd: FarEnd;
  freshProduct: Product;
  watch: PageWatch;
}

interface WorkerFixtures {
  product: Product;
  session: SignedIn;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  session: [async ({ product }, use) => use(await signIn(product)), { scope: "worker" }],
  baseURL: async ({ product }, use) => use(product.url),
  storageState: async ({ session }, use) => use(session),
  // oxlint-disable-next-line no-empty-pattern -- as above
  farEnd: async ({}, use) => {
    const farEnd = await startFarEnd();
    await use(farEnd);
    await farEnd.stop();
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  freshProduct: async ({}, use) => {
    const product = await startProduct({ isOwned: false });
    await use(product);
    await product.stop();
  },
  watch: [
    async ({ context, baseURL }, use) => {
      const watch = watchPages(context, new URL(baseURL ?? "").origin);
      await use(watch);
      expect(watch.misdeeds).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from "@playwright/test";
