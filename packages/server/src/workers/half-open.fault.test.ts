/**
 * Clients that connect and then fall silent do not keep the product from stopping.
 *
 * They connect to both ports, send nothing, half a head or half a body, and never hang up, like a client whose machine
 * lost its network. The product must exit with 0: it exits with 1 when a stop takes too long.
 */
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { type Product, createProduct } from "../testing/product.ts";

let product: Product;
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await product.remove();
});

async function halfOpen(url: string, text: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  sockets.push(socket);
  socket.on("error", () => undefined); // the test expects the product to cut it
  await once(socket.resume(), "connect");
  if (text !== "") await new Promise((written) => socket.write(text, written));
}

const UPGRADE = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";

test("SIGTERM exits 0 with half-open clients on both ports", async () => {
  product = await createProduct();
  await product.start();
  const { source } = await product.connect("http://127.0.0.1:9/");
  const half = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":`;
  await halfOpen(product.ingestUrl, "");
  await halfOpen(product.ingestUrl, "POST /e/half HTTP/1.1\r\nHost:");
  await halfOpen(product.ingestUrl, `POST ${new URL(source.url).pathname} HTTP/1.1\r\n${half}`);
  await halfOpen(product.publicUrl, "");
  await halfOpen(product.publicUrl, "POST /2025-07-01/sources HTTP/1.1\r\nHost:");
  const key = `Authorization: Bearer ${product.apiKey}\r\n`;
  await halfOpen(product.publicUrl, `POST /2025-07-01/sources HTTP/1.1\r\n${key}${half}`);
  await halfOpen(product.publicUrl, `POST /auth/sign-in/email HTTP/1.1\r\n${half}`);
  await halfOpen(product.publicUrl, `GET / HTTP/1.1\r\nHost: a.test\r\n${UPGRADE}\r\n`); // refused

  expect(await product.stop()).toBe(0);
});
