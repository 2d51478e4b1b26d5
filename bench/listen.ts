/** On which free port does a server listen? */
import { once } from "node:events";
import type { Server } from "node:net";

export async function listenOnLoopback(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1", 4096); // the generator never opens that many connections at once
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return address.port;
}
