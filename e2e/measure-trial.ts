/** How long does "Try on recent requests" take for 100 requests of 2 KiB with a transformation, from a cold sandbox? */
import type { Connection } from "@posthorn/contract/connections";
import type { Transformation } from "@posthorn/contract/transformations";
import type { Figure, Visit } from "./figure.ts";
import { aName, send, settledEvents } from "./given.ts";
import type { Product } from "./product.ts";
import { installStopwatch } from "./stopwatch.ts";

const REQUESTS = 100;
const BODY_CHARACTERS = 2048;

const CODE = `addHandler("transform", (request) => {
  request.body.lines = request.body.lines.map((line) => ({ ...line, total: line.price * line.count }));
  request.headers["x-shop"] = "north";
  return request;
});`;

function aBody(number: number): string {
  const lines = Array.from({ length: 20 }, (_, at) => ({ sku: `sku-${number}-${at}`, price: at, count: 2 }));
  const text = JSON.stringify({ number, lines, note: "" });
  return JSON.stringify({ number, lines, note: "n".repeat(Math.max(0, BODY_CHARACTERS - text.length)) });
}

/** The rule comes after the requests: until the trial, no code has run, so it also starts the sandbox. */
export async function measureTrial(visit: Visit, product: Product, connection: Connection): Promise<Figure> {
  for (let number = 1; number <= REQUESTS; number += 1) await send(connection, aBody(number));
  await settledEvents(product, connection, REQUESTS);
  const { id } = await product.api<Transformation>("POST", "/transformations", {
    name: aName("totals"),
    code: CODE,
  });
  await product.api("PUT", `/connections/${connection.id}`, {
    rules: [{ type: "transform", transformation_id: id }],
  });
  const context = await visit.browser.newContext({
    storageState: visit.storageState,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.addInitScript(installStopwatch);
  await page.goto(`${visit.url}/connections/${connection.id}/settings`);
  const button = page.getByRole("button", { name: "Try on recent requests" });
  await button.waitFor();
  await page.waitForLoadState("networkidle");
  const measured = await button.evaluate(
    (element, count) =>
      window.timeUntil(
        () => element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })),
        () => document.querySelectorAll('aside ul[aria-label="Requests"] > li').length === count,
      ),
    REQUESTS,
  );
  await context.close();
  return {
    budget: "try",
    what: `rules tried on ${REQUESTS} requests of 2 KiB, cold`,
    measured,
    limit: 2000,
    unit: "ms",
  };
}
