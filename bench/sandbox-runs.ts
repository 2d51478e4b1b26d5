/**
 * How many transformations per second does a warm sandbox run?
 *
 * Without the pipeline around it: jobs of one connection, enough at a time to keep every child process busy. Each job
 * has a JSON body of 2 KiB, and the code changes a part of it.
 */
import { createSandbox } from "../packages/server/src/sandbox/sandbox.ts";

const BODY_BYTES = 2048;
const AT_A_TIME = 256;
const WARM_UP_RUNS = 5_000;

const CODE = `addHandler("transform", (request, context) => {
  request.headers["x-order"] = String(request.body.order);
  request.body.items = request.body.items.filter((item) => item.amount > 10);
  return request;
});`;

export async function sandboxRunsPerSecond(seconds: number): Promise<number> {
  const sandbox = createSandbox();
  const job = {
    projectKey: "bench",
    connectionKey: "bench",
    code: CODE,
    envJson: "{}",
    requestJson: requestJson(),
    contextJson: '{"connection":{"name":"bench"}}',
  };
  let runs = 0;
  async function runUntil(isOver: () => boolean): Promise<void> {
    await Promise.all(
      Array.from({ length: AT_A_TIME }, async () => {
        while (!isOver()) {
          const run = await sandbox.run(job);
          if ("failure" in run) throw new Error(run.failure);
          runs++;
        }
      }),
    );
  }
  try {
    await runUntil(() => runs >= WARM_UP_RUNS);
    runs = 0;
    const startedAt = performance.now();
    await runUntil(() => performance.now() - startedAt >= seconds * 1000);
    return (runs * 1000) / (performance.now() - startedAt);
  } finally {
    await sandbox.stop();
  }
}

function requestJson(): string {
  const items: { sku: string; amount: number }[] = [];
  const request = {
    headers: { "content-type": "application/json", "user-agent": "bench" },
    body: { order: 7, items },
    query: "",
    parsed_query: {},
    path: "/orders",
  };
  while (JSON.stringify(request.body).length < BODY_BYTES)
    items.push({ sku: `sku-${items.length}`, amount: items.length });
  return JSON.stringify(request);
}
