/** Where does a person's session go? Not to senders' URLs, and not along with links of other sites. */
import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Connection } from "@posthorn/contract/connections";
import type { Event } from "@posthorn/contract/events";
import type { Request } from "@posthorn/contract/requests";
import { aName, givenConnection, settledEvents } from "./given.ts";
import type { Product } from "./product.ts";
import type { SignedIn } from "./session.ts";
import { expect, test } from "./test.ts";

const OTHER_SITE = "http://mail.test/";

/** These journeys leave the dashboard on purpose, so they do not use the context that every journey watches. */
async function signedIn(
  browser: Browser,
  product: Pick<Product, "url">,
  storageState: SignedIn,
): Promise<BrowserContext> {
  return browser.newContext({ baseURL: product.url, storageState });
}

/** Clicks a link to this address on the open page. Returns the cookies that the browser sent along. */
async function followLink(page: Page, address: string): Promise<string | undefined> {
  const asked = page.waitForRequest(address);
  await page.evaluate((href) => {
    const link = document.createElement("a");
    link.href = href;
    document.body.append(link);
    link.click();
  }, address);
  const request = await asked;
  await request.response();
  return (await request.allHeaders())["cookie"];
}

test("a source URL on the dashboard's host gets the session from the browser, and keeps nothing of it", async ({
  browser,
  product,
  session,
  farEnd,
}) => {
  const connection = await product.api<Connection>("POST", "/connections", {
    source: { name: aName("stripe"), config: { allowed_http_methods: ["GET"] } },
    destination: { name: aName("orders-api"), config: { url: farEnd.url } },
  });
  const context = await signedIn(browser, product, session);
  const { hostname } = new URL(product.url);
  await context.addCookies([{ name: "theme", value: "dark", domain: hostname, path: "/" }]);
  const page = await context.newPage();
  await page.goto("/connections");

  const sent = await followLink(page, connection.source.url);

  expect(new URL(connection.source.url).hostname).toBe(hostname);
  expect(sent).toContain("posthorn.session_token=");
  const [event] = await settledEvents(product, connection, 1);
  const { data: delivered, request_id } = await product.api<Event>("GET", `/events/${event?.id}`);
  const { data: stored } = await product.api<Request>("GET", `/requests/${request_id}`);
  for (const headers of [stored?.headers, delivered?.headers, farEnd.deliveries[0]?.headers])
    expect(headers).toMatchObject({ cookie: "theme=dark" });
  expect(JSON.stringify([stored, delivered, farEnd.deliveries])).not.toContain("session_token");
  await context.close();
});

test("a link of another site carries no session, and still opens the dashboard signed in", async ({
  browser,
  product,
  session,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  const context = await signedIn(browser, product, session);
  await context.route(OTHER_SITE, (route) =>
    route.fulfill({ contentType: "text/html", body: "<p>A letter</p>" }),
  );
  const [atSource, atDashboard] = [await context.newPage(), await context.newPage()];
  await atSource.goto(OTHER_SITE);
  await atDashboard.goto(OTHER_SITE);

  expect(await followLink(atSource, connection.source.url)).toBeUndefined();
  expect(await followLink(atDashboard, `${product.url}/connections`)).toBeUndefined();

  await expect(atDashboard.getByRole("heading", { name: "Connections" })).toBeVisible();
  await context.close();
});
