/**
 * What does every journey get? A project of its own in the product of its worker, a far end of its own, a signed-in
 * page, and a watch on it.
 *
 * A worker starts one product and one browser for all its journeys. Use `test.use({ isSignedOut: true })` for journeys
 * that begin before the sign-in, and `freshProduct` for those that need an installation without an owner.
 */
import { test as base, expect } from "@playwright/test";
import { startFarEnd, type FarEnd } from "./far-end.ts";
import { givenProject, remember, type OwnProject } from "./own-project.ts";
import { startProduct, type Product } from "./product.ts";
import { signIn, type SignedIn } from "./session.ts";
import { watchPages, type PageWatch } from "./watch-page.ts";

export const SIGNED_OUT = { cookies: [], origins: [] };

interface TestFixtures {
  /** The project that this journey has for itself. */
  product: OwnProject;
  isSignedOut: boolean;
  /** What its browser has in its local storage. */
  remembered: OwnProject["remembered"];
  farEnd: FarEnd;
  freshProduct: Product;
  watch: PageWatch;
}

interface WorkerFixtures {
  installation: Product;
  /** The owner's, in the first project of the installation. */
  session: SignedIn;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  session: [async ({ installation }, use) => use(await signIn(installation)), { scope: "worker" }],
  product: async ({ installation, session }, use) => use(await givenProject(installation, session)),
  isSignedOut: [false, { option: true }],
  baseURL: async ({ installation }, use) => use(installation.url),
  storageState: async ({ session, isSignedOut }, use) =>
    use({ cookies: isSignedOut ? [] : session.cookies, origins: [] }),
  remembered: async ({ product }, use) => use(product.remembered),
  context: async ({ context, remembered }, use) => {
    await remember(context, remembered);
    await use(context);
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  farEnd: async ({}, use) => {
    const farEnd = await startFarEnd();
    await use(farEnd);
    await farEnd.stop();
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
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
