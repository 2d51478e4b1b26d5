/**
 * A take-over that fails strands nothing else.
 *
 * The gateway is killed while it holds events. Then one of them cannot be changed any more, and another dead process, which
 * comes first, cannot be taken over at all. The next start still delivers all other events. Each of the two protections
 * has a control: without it, the others are stranded.
 */
import { Client } from "pg";
import { expect, test } from "vitest";
import { control } from "../testing/control.ts";
import { CONTROL_SETTLES_MS } from "../testing/fault-run.ts";
import { eventually, startFarEnd } from "../testing/gateway.ts";
import { type Product, type Protection, createProduct } from "../testing/product.ts";
import { FAILING_PROCESS_PASSED_OVER, FAILING_ROW_PASSED_OVER } from "../testing/protections.ts";

const EVENTS = 10;

/** Every step of a take-over writes to the row of the dead process; this row refuses. */
const DEAD_AND_REFUSING = `
  insert into processes (id, heartbeat_at, unfinished_from) overriding system value
    values (0, now() - interval '1 hour', '00000000-0000-7000-8000-000000000000');
  create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
  create trigger refuse before update on processes for each row when (old.id = 0) execute function refuse()`;
const HEALED = `
  drop trigger refuse on processes;
  alter table events drop constraint poison`;

async function inDatabase<Row>(product: Product, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[]; // typed by the caller: the SQL beside the call names the columns
  } finally {
    await client.end();
  }
}

const countDelivered = async (product: Product) => {
  const rows = await inDatabase<{ count: string }>(
    product,
    "select count(*) as count from events where status = 'SUCCESSFUL' and attempts > 1",
  );
  return Number(rows[0]?.count);
};

/** Kills a gateway that holds events, poisons its take-over, and starts it again. */
async function poisonedTakeOver(without: readonly Protection[], work: (product: Product) => Promise<void>) {
  const product = await createProduct({ without });
  let isAnswering = false;
  const farEnd = await startFarEnd((_, response) => {
    if (isAnswering) response.end();
  });
  try {
    await product.start();
    const { source } = await product.connect(farEnd.url);
    for (let sent = 0; sent < EVENTS; sent++) {
      const { status } = await fetch(source.url, { method: "POST", body: String(sent) });
      expect(status).toBe(200);
    }
    await farEnd.arrivals(EVENTS);
    await product.kill();
    const [bad] = await inDatabase<{ id: string }>(
      product,
      "select id from events order by id offset 4 limit 1",
    );
    await inDatabase(
      product,
      `alter table events add constraint poison check (id <> '${bad?.id}') not valid`,
    );
    await inDatabase(product, DEAD_AND_REFUSING);
    isAnswering = true;
    await product.start();
    await work(product);
  } finally {
    farEnd.close();
    await product.remove();
  }
}

test("one event and one process that cannot be taken over strand no other event", async () => {
  await poisonedTakeOver([], async (product) => {
    await eventually(
      () => countDelivered(product),
      (count) => count === EVENTS - 1,
    );
    expect(product.output().match(/"process\.not_taken_over"/g)).toHaveLength(2);

    // Once both can be taken over, nothing is left: the sweep of the next start finds the event.
    await inDatabase(product, HEALED);
    expect(await product.stop()).toBe(0);
    await product.start();
    await eventually(
      () => countDelivered(product),
      (count) => count === EVENTS,
    );
  });
});

for (const [what, without] of [
  ["process", FAILING_PROCESS_PASSED_OVER],
  ["event", FAILING_ROW_PASSED_OVER],
] as const) {
  control(`if the heir does not pass over a failing ${what}, all events are seen to be stranded`, () =>
    poisonedTakeOver([without], async (product) => {
      const giveUpAtMs = performance.now() + CONTROL_SETTLES_MS;
      const delivered = await eventually(
        () => countDelivered(product),
        (count) => count > 0 || performance.now() > giveUpAtMs,
      );

      expect(delivered).toBe(0);
    }),
  );
}
