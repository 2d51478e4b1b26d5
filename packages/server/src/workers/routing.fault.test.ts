/**
 * The database cannot be read when a source's secret is changed: the new secret counts within seconds all the same.
 *
 * A lock on `destinations` holds up the read that follows the change, and nothing else of the change. Then the read's
 * connection is cut, or the read waits until its time is over.
 */
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { control } from "../testing/control.ts";
import { CONTROL_SETTLES_MS } from "../testing/fault-run.ts";
import { eventually } from "../testing/gateway.ts";
import { type Product, type Protection, createProduct } from "../testing/product.ts";
import { type TableLock, lockTable } from "../testing/table-lock.ts";

/** Nothing tries again, and no check finds the change while the control runs. */
const READ_AGAIN: readonly Protection[] = [
  {
    file: "pipeline/routing-reloads.ts",
    from: "void readNext().catch(() => undefined)",
    to: "undefined",
  },
  {
    file: "workers/announcements.ts",
    from: "const CHECK_ROUTING_EVERY_MS = 30_000;",
    to: "const CHECK_ROUTING_EVERY_MS = 3_600_000;",
  },
];

let product: Product;
afterEach(() => product.remove());

async function given(without: readonly Protection[] = []) {
  product = await createProduct({ without });
  await product.start();
  const { source } = await product.connect("http://127.0.0.1:9/");
  const rotateTo = (api_key: string) =>
    product.api("PUT", `/sources/${source.id}`, {
      type: "WEBHOOK",
      config: { auth_type: "API_KEY", auth: { header_key: "x-key", api_key } },
    });
  const statusWith = async (key: string): Promise<number> => {
    const response = await fetch(source.url, { method: "POST", headers: { "x-key": key }, body: "x" });
    await response.arrayBuffer();
    return response.status;
  };
  await rotateTo("first");
  await eventually(
    () => statusWith("first"),
    (status) => status === 200,
  );
  return { rotateTo, statusWith };
}

const failures = () => product.output().split('"routing.reload_failed"').length - 1;

/** Changes the secret while the read that follows fails. */
async function whileReadFails(rotate: () => Promise<unknown>, strike: (lock: TableLock) => Promise<void>) {
  const before = failures();
  const lock = await lockTable(await product.databaseUrl(), "destinations");
  const rotated = rotate();
  await lock.waitedFor(1);
  await strike(lock);
  await eventually(
    () => Promise.resolve(failures()),
    (count) => count > before,
  );
  await rotated;
  await lock.release();
}

const cutOff = (lock: TableLock) => lock.endWaiting();
const tooSlow = () => Promise.resolve(); // the read waits for the lock until its time is over

test("a secret that is rotated while routing cannot be read counts as soon as it can", async () => {
  const { rotateTo, statusWith } = await given();

  for (const [strike, old, fresh] of [
    [cutOff, "first", "second"],
    [tooSlow, "second", "third"],
  ] as const) {
    await whileReadFails(() => rotateTo(fresh), strike);
    await eventually(
      () => statusWith(fresh),
      (status) => status === 200,
    );
    expect(await statusWith(old)).toBe(401);
  }

  await eventually(
    () => Promise.resolve(product.output().split('"routing.reload_recovered"').length - 1),
    (recoveries) => recoveries === failures(),
  );
});

control("without another read, the new secret is seen to be refused", async () => {
  const { rotateTo, statusWith } = await given(READ_AGAIN);

  await whileReadFails(() => rotateTo("second"), cutOff);
  await delay(CONTROL_SETTLES_MS); // what must not come has this long to come

  expect([await statusWith("second"), await statusWith("first")]).toEqual([401, 200]);
});
