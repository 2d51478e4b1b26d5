/** Does every route stay within its budgets of bytes (A1 to A3)? budgets.ts measures the times, on a quiet machine. */
import type { Transformation } from "@posthorn/contract/transformations";
import { aName, givenConnection, givenEvents } from "./given.ts";
import { weighChunks, weighPage, WEIGHT_LIMITS } from "./page-weight.ts";
import { givenProject, remember } from "./own-project.ts";
import { expect, SIGNED_OUT, test } from "./test.ts";

/**
 * Pages with the budget of editors: those that show code at once, such as the versions of a connection, and those that
 * start with lists of choices (50 kB), the guide, /connections/new and the settings of a source. A rule's editor loads when
 * a person switches the rule on.
 */
const HAS_EDITOR =
  /\/create-first-connection$|\/connections\/new$|\/connections\/.+\/versions$|\/sources\/.+\/settings$|\/transformations\/(?:new|.+\/edit)$/;

/** Most of the time a page is only waited for. More at once would make each of them slower than it gains. */
const PAGES_AT_ONCE = 4;

function mostScriptBytes(address: string): number {
  return HAS_EDITOR.test(address) ? WEIGHT_LIMITS.editorScriptBytes : WEIGHT_LIMITS.scriptBytes;
}

test("no route needs more than its budget of scripts, styles and fonts", async ({
  browser,
  installation,
  product,
  session,
  farEnd,
}) => {
  const { cookies } = session;
  const signedIn = { cookies, origins: product.remembered };
  const beginning = { cookies, origins: (await givenProject(installation, session)).remembered };
  const connection = await givenConnection(product, farEnd);
  const [event] = await givenEvents(product, connection, 1);
  const transformation = await product.api<Transformation>("POST", "/transformations", {
    name: aName("weighed"),
    code: 'addHandler("transform", (request) => request);',
  });
  const pages = [
    ["/sign-in", SIGNED_OUT],
    ["/connections", signedIn],
    [`/connections?created=${connection.id}`, signedIn],
    [`/connections/${connection.id}`, signedIn],
    ["/metrics/destinations", signedIn],
    ["/destinations/new", signedIn],
    ["/sources/new", signedIn],
    ["/events", signedIn],
    [`/events?selected_event_id=${event.id}`, signedIn],
    [`/events/${event.id}`, signedIn],
    [`/requests/${event.request_id}`, signedIn],
    ["/requests", signedIn],
    ["/issues", signedIn],
    ["/get-started", signedIn],
    ["/create-first-connection", beginning],
    ["/issue-triggers/delivery", signedIn],
    ["/issue-triggers/delivery/create/delivery", signedIn],
    ["/settings/project/secrets", signedIn],
    ["/settings/project/quotas", signedIn],
    ["/settings/project/personal-data", signedIn],
    ["/settings/organization/billing", signedIn],
    ["/settings/organization/plans", signedIn],
    ["/connections/new", signedIn],
    [`/connections/${connection.id}/settings`, signedIn],
    [`/connections/${connection.id}/versions`, signedIn],
    [`/sources/${connection.source.id}/settings`, signedIn],
    [`/destinations/${connection.destination.id}/settings`, signedIn],
    ["/transformations/new", signedIn],
    [`/transformations/${transformation.id}/edit`, signedIn],
  ] as const;
  const weigh = async ([address, state]: (typeof pages)[number]) => {
    const context = await browser.newContext({ storageState: { ...state, origins: [] } });
    await remember(context, state.origins);
    const weight = await weighPage(context, `${product.url}${address}`);
    await context.close();
    const most = mostScriptBytes(address);
    expect(weight.scriptBytes, `scripts of ${address}`).toBeGreaterThan(50_000);
    expect(weight.scriptBytes, `scripts of ${address}`).toBeLessThanOrEqual(most);
    expect(weight.styleBytes, `styles of ${address}`).toBeLessThanOrEqual(WEIGHT_LIMITS.styleBytes);
    expect(weight.fontBytes, `fonts of ${address}`).toBeLessThanOrEqual(WEIGHT_LIMITS.fontBytes);
  };
  for (let first = 0; first < pages.length; first += PAGES_AT_ONCE)
    await Promise.all(pages.slice(first, first + PAGES_AT_ONCE).map(weigh));
});

test("no chunk beside the entry is larger than its budget", async () => {
  const tooLarge = (await weighChunks()).filter(
    ({ bytes, isEditor }) => bytes > (isEditor ? WEIGHT_LIMITS.editorChunkBytes : WEIGHT_LIMITS.chunkBytes),
  );

  expect(tooLarge).toEqual([]);
});
