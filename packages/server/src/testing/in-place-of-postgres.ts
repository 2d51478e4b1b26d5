/**
 * How does a test stand between a client and PostgreSQL?
 *
 * A server on loopback gets each connection, and the test decides what it does with it. `callPostgres` dials the
 * database that the client wants to reach.
 */
import { once } from "node:events";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";
import { addressOf } from "./slow-wire.ts";

export interface InPlaceOfPostgres {
  url: string;
  /** In the order in which they came. */
  sockets: readonly Socket[];
  close: () => void;
}

export async function inPlaceOfPostgres(
  databaseUrl: string,
  serve: (socket: Socket, callPostgres: () => Socket) => void,
): Promise<InPlaceOfPostgres> {
  const sockets: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined); // the client may hang up at any time
    serve(socket, () => {
      const upstream = connect(addressOf(databaseUrl));
      upstream.on("error", () => undefined); // so does PostgreSQL
      socket.on("close", () => upstream.destroy());
      return upstream;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port); // a TCP server has an AddressInfo
  url.search = "";
  return {
    url: url.href,
    sockets,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
