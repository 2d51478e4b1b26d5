/** What can a person take away of a payload? A command that sends it once more. */
import { execFile } from "node:child_process";
import { givenConnection, settledEvents } from "./given.ts";
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
