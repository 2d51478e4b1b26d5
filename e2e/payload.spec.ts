/** What can a person see and take away of a payload? Its types, and a command that sends it once more. */
import { execFile } from "node:child_process";
import { expectAccessible } from "./axe.ts";
import { givenConnection, send, settledEvents } from "./given.ts";
import { expect, test } from "./test.ts";

const EVERY_BYTE = Buffer.from(Uint8Array.from({ length: 1024 }, (_, at) => at % 256));

/** Runs a command as if it were pasted into a shell. */
function paste(command: string): Promise<void> {
  return new Promise((done, failed) => {
    const shell = execFile("sh", ["-e"], (error) => (error ? failed(error) : done()));
    shell.stdin?.end(`export no_proxy='*'\n${command}\n`);
  });
}

test("the curl command of an event sends what was delivered, also if it is not text", async ({
  page,
  product,
  farEnd,
}) => {
  const connection = await givenConnection(product, farEnd);
  await fetch(`${connection.source.url}/upload?a[]=1`, {
    method: "POST",
    headers: { "content-type": "text/plain", "x-quote": "it's" },
    body: EVERY_BYTE,
  });
  const [event] = await settledEvents(product, connection, 1);
  await page.goto(`/events?selected_event_id=${event?.id}`);

  await page.getByRole("button", { name: "Copy as cURL" }).click();
  await expect(page.getByText("Copied cURL command to clipboard")).toBeVisible();
  await paste(await page.evaluate(() => navigator.clipboard.readText()));

  const [delivered, pasted] = farEnd.deliveries;
  expect(pasted?.bytes.equals(EVERY_BYTE)).toBe(true);
  expect(delivered?.bytes.equals(EVERY_BYTE)).toBe(true);
  expect([pasted?.method, pasted?.path]).toEqual([delivered?.method, delivered?.path]);
  expect(pasted?.headers).toMatchObject({ "content-type": "text/plain", "x-quote": "it's" });
});

test("a JSON body is shown as TypeScript and Go types", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  await send(connection, '{"id":"ord_7","total":1.0,"line_items":[{"sku":"A-1"},{"sku":"B-2","gift":true}]}');
  const [event] = await settledEvents(product, connection, 1);
  await page.goto(`/events?selected_event_id=${event?.id}`);
  await expect(page.getByRole("table", { name: /^Headers · / })).toBeVisible();

  await page.getByRole("button", { name: "TypeScript" }).click();
  await expect(page.getByText("line_items: LineItem[];")).toBeVisible();
  await expectAccessible(page, "types of a body");
  await page.getByRole("button", { name: "Go", exact: true }).click();

  await expect(page.getByText('`json:"gift,omitempty"`')).toBeVisible();
});
