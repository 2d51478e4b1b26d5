/**
 * The database stops answering, or has no connection left: senders get 503, nothing that was acknowledged is lost, and
 * the gateway recovers by itself.
 */
import { readFile, readdir } from "node:fs/promises";
import { Client } from "pg";
import { expect, test } from "vitest";
import { control } from "../testing/control.ts";
import { CONTROL_SETTLES_MS, type Fault, type FaultOutcome, runFault } from "../testing/fault-run.ts";
import { eventually } from "../testing/gateway.ts";
import type { Product, Protection } from "../testing/product.ts";
import { ACK_AFTER_COMMIT, NO_ENDLESS_WAITING } from "../testing/protections.ts";
import type { Traffic } from "../testing/traffic.ts";

/** Longer than a sender waits for its answer, shorter than a heartbeat's patience. */
const SILENT_FOR_MS = 6_000;

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    }),
  );
  return pids.filter((_, index) => parents[index] === parent).map(Number);
}

/** Stops every process of PostgreSQL for a while, as on a machine that swaps or a disk that hangs. */
async function freezeDatabase(product: Product): Promise<void> {
  const postmaster = await product.databasePid();
  const all = [postmaster, ...(await childrenOf(postmaster))];
  for (const pid of all) process.kill(pid, "SIGSTOP");
  await new Promise((resolve) => setTimeout(resolve, SILENT_FOR_MS)); // the fault itself: nothing answers for this long
  for (const pid of all) process.kill(pid, "SIGCONT");
}

/**
 * Takes every connection there is, those of the gateway included, until senders notice. If the gateway is quicker and
 * takes one, the next turn ends that connection, so that the fault does not depend on a race.
 */
async function takeAllConnections(product: Product, traffic: Traffic): Promise<void> {
  const url = await product.databaseUrl();
  const taken: Client[] = [];
  const take = async (): Promise<boolean> => {
    const client = new Client({ connectionString: url });
    client.on("error", () => undefined); // the server ends it when this is over
    try {
      await client.connect();
      taken.push(client);
      return true;
    } catch {
      return false; // no connection is left
    }
  };
  try {
    while (await take());
    const [holder] = taken;
    if (!holder) throw new Error("The gateway has left no connection to strike with");
    const before = traffic.refused.get(503) ?? 0;
    let ackedBefore = traffic.acked.size;
    await eventually(
      async () => {
        const { rowCount } = await holder.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name like 'posthorn%' and pid <> pg_backend_pid()`,
        );
        if (rowCount !== 0) ackedBefore = traffic.acked.size;
        while (await take());
        return { refused: (traffic.refused.get(503) ?? 0) - before, acked: traffic.acked.size - ackedBefore };
      },
      // In the control the product acknowledges what it cannot store, and so refuses no sender.
      ({ refused, acked }) => refused > 20 || acked > 400,
    );
  } finally {
    await Promise.all(taken.map((client) => client.end()));
  }
}

function run(strike: Fault["strike"]): Promise<FaultOutcome> {
  return runFault({ strike, strikes: 2 });
}

/** One strike is enough: in the product without this protection, each of them breaks the promise. */
function runControl(strike: Fault["strike"], without: readonly Protection[]): Promise<FaultOutcome> {
  return runFault({ strike, strikes: 1, without, settleWithinMs: CONTROL_SETTLES_MS });
}

test("a database that says nothing: senders hear 503 in time, nothing is lost, nothing is sent twice", async () => {
  const outcome = await run(freezeDatabase);

  expect(outcome.broken).toEqual([]);
  expect(outcome.unavailable).toBeGreaterThan(0);
});

control("without deadlines senders are seen to wait instead of hearing 503", async () => {
  expect((await runControl(freezeDatabase, NO_ENDLESS_WAITING)).unavailable).toBe(0);
});

test("a database without a free connection: senders hear 503, nothing is lost, and it recovers", async () => {
  const outcome = await run(takeAllConnections);

  expect(outcome.broken).toEqual([]);
  expect(outcome.unavailable).toBeGreaterThan(0);
});

control("acknowledging before the commit is seen to lose requests when connections run out", async () => {
  const { broken } = await runControl(takeAllConnections, [ACK_AFTER_COMMIT]);

  expect(broken.join()).toContain("not stored");
});
