/** Does every route stay within its budgets of bytes (A1 to A3)? budgets.ts measures the times, on a quiet machine. */
import { givenConnection, givenEvents } from "./given.ts";
import { weighChunks, weighPage, WEIGHT_LIMITS } from "./page-weight.ts";
import { expect, SIGNED_OUT, test } from "./test.ts";

/** Pages on which people write filters or code. */
const HAS_EDITOR = /\/connections\/new|\/settings$|\/transformations\/new/;

/** These miss their budgets of 220 and 340 kB: they open a window at once, whose library is large. They must not grow. */
const MISSED = [
  { address: /\?created=/, bytes: 238_000 },
  { address: /\/transformations\/new/, bytes: 450_000 },
];

function mostScriptBytes(address: string): number {
  const missed = MISSED.find((one) => one.address.test(address));
  if (missed) return missed.bytes;
  return HAS_EDITOR.test(address) ? WEIGHT_LIMITS.editorScriptBytes : WEIGHT_LIMITS.scriptBytes;
}

test("no route needs more than its budget of scripts, styles and fonts", async ({
  browser,
  product,
  session: { cookies },
  farEnd,
}) => {
  const signedIn = { cookies, origins: product.remembered };
  const connection = await givenConnection(product, farEnd);
  const [event] = await givenEvents(product, connection, 1);
  for (const [address, state] of [
    ["/sign-in", SIGNED_OUT],
    ["/connections", signedIn],
    [`/connections?created=${connection.id}`, signedIn],
    [`/connections/${connection.id}`, signedIn],
    ["/destinations/new", signedIn],
    ["/sources/new", signedIn],
    ["/events", signedIn],
    [`/events?selected_event_id=${event.id}`, signedIn],
    ["/connections/new", signedIn],
    [`/connections/${connection.id}/settings`, signedIn],
    ["/transformations/new", signedIn],
  ] as const) {
    const context = await browser.newContext({ storageState: state });
    const weight = await weighPage(context, `${product.url}${address}`);
    await context.close();
    const most = mostScriptBytes(address);
    expect(weight.scriptBytes, `scripts of ${address}`).toBeGreaterThan(50_000);
    expect(weight.scriptBytes, `scripts of ${address}`).toBeLessThanOrEqual(most);
    expect(weight.styleBytes, `styles of ${address}`).toBeLessThanOrEqual(WEIGHT_LIMITS.styleBytes);
    expect(weight.fontBytes, `fonts of ${address}`).toBeLessThanOrEqual(WEIGHT_LIMITS.fontBytes);
  }
});

test("no chunk beside the entry is larger than its budget", async () => {
  const tooLarge = (await weighChunks()).filter(
    ({ bytes, isEditor }) => bytes > (isEditor ? WEIGHT_LIMITS.editorChunkBytes : WEIGHT_LIMITS.chunkBytes),
  );

  expect(tooLarge).toEqual([]);
});
