/** A node that stops still answers what is being stored. */
import { expect, test } from "vitest";
import { givenConnection, startFarEnd, startGateway } from "../testing/gateway.ts";
import { lockTable } from "../testing/table-lock.ts";

test("a request that is being stored when the stop begins is stored, answered and delivered", async () => {
  const farEnd = await startFarEnd();
  const gateway = await startGateway();
  const { path, source } = await givenConnection(gateway.db, { url: farEnd.url });
  await gateway.reload(source);
  const lock = await lockTable(gateway.databaseUrl, "requests");
  const answer = fetch(gateway.url + path, { method: "POST", body: "in time" });
  await lock.waitedFor(1);

  const stopped = gateway.stop();
  await lock.release();
  const { status } = await answer;
  await stopped;

  expect(status).toBe(200);
  expect(farEnd.received.map(({ body }) => body.toString())).toEqual(["in time"]);
  farEnd.close();
});
