/**
 * Would the watch on every journey see a page that sends requests to other origins, or breaks the content security
 * policy? Every journey fails on either (see test.ts), so no page is visited for this alone.
 */
import { expect, test } from "./test.ts";
import { watchPages } from "./watch-page.ts";

test("the watch sees a foreign request and a script that the policy forbids", async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url });
  const watch = watchPages(context, product.url);
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.head.append(script);
    const image = new Image();
    image.src = "http://localhost:9/pixel.png";
  });
  await expect.poll(() => watch.misdeeds.length).toBeGreaterThanOrEqual(2);
  expect(await page.evaluate(() => Reflect.has(window, "ran"))).toBe(false);
  await context.close();
});
