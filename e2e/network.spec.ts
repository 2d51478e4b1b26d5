/** Does a page send requests to other origins, or break the content security policy? Neither. */
import { givenConnection, givenEvents } from "./given.ts";
import { expect, test } from "./test.ts";
import { watchPages } from "./watch-page.ts";

test("all pages ask nobody but their own server", async ({ page, product, farEnd, watch }) => {
  const connection = await givenConnection(product, farEnd);
  const [event] = await givenEvents(product, connection, 1);
  const asked = new Set<string>();
  page.on("request", (request) => asked.add(new URL(request.url()).origin));
  for (const address of [
    "/connections",
    `/connections?created=${connection.id}`,
    "/connections/new",
    `/events?selected_event_id=${event.id}`,
    "/sign-in",
    "/no/such/page",
  ]) {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
  }
  expect([...asked]).toEqual([product.url]);
  expect(watch.misdeeds).toEqual([]);
});

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
