/** Which connections and requests to the dashboard's port get as far as a route? Over real sockets. */
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenAccess } from "../testing/given-access.ts";
import { type GivenApi, givenApi } from "../testing/given-api.ts";

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

const NEVER_MS = 3_600_000;

async function silentCaller(url: string): Promise<Socket & { heard: string }> {
  const { hostname, port } = new URL(url);
  const socket = Object.assign(connect(Number(port), hostname), { heard: "" });
  socket.on("error", () => undefined); // the test expects the server to cut it
  socket.on("data", (chunk: Buffer) => (socket.heard += chunk.toString()));
  await once(socket, "connect");
  return socket;
}

test("callers that connect and say nothing do not shut the others out", async () => {
  const crowded = await givenApi({
    identity: await givenAccess({ trustedProxies: [] }),
    connectionLimits: { most: 6, perAddress: 4, firstByteWithinMs: NEVER_MS },
  });
  const silent = [];
  for (let count = 0; count < 10; count++) silent.push(await silentCaller(crowded.url));

  const cut = silent.slice(0, 6);
  await Promise.all(cut.filter(({ closed }) => !closed).map((socket) => once(socket, "close")));
  const { status } = await crowded.call("GET", "/sources");

  expect(status).toBe(200);
  expect(cut.map(({ heard }) => heard)).toEqual(["", "", "", "", "", ""]); // cut at once, not after Node's own 408
  for (const socket of silent) socket.destroy();
  await crowded.stop();
});
