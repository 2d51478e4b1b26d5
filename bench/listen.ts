/** On which port of this machine does a server end up? */
import { once } from "node:events";
import type { Server } from "node:net";

export async function listenOnLoopback(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1", 4096); // a backlog beyond any number of connections the generator opens at once
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return address.port;
}
