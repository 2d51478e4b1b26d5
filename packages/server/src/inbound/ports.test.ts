import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { reservePort } from "../testing/reserved-port.ts";
import { takePort } from "./ports.ts";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function answering(answer: string) {
  const made = createServer((_, response) => response.end(answer));
  servers.push(made);
  return made;
}

const ask = (port: number) => fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());

test("port 0 is a real port before the server listens, and the server answers on that one", async () => {
  const port = await takePort("127.0.0.1", 0);
  const gateway = answering("the gateway");

  await port.listen(gateway);

  expect(port.number).toBeGreaterThan(0);
  expect(gateway.address()).toMatchObject({ address: "127.0.0.1", port: port.number });
  expect(await ask(port.number)).toBe("the gateway");
});

test("no other program gets a port that is taken, and closing the server gives it back", async () => {
  const port = await takePort("127.0.0.1", 0);
  const other = answering("somebody else");
  await expect((await takePort("127.0.0.1", port.number)).listen(other)).rejects.toThrow("EADDRINUSE");
  const gateway = answering("the gateway");
  await port.listen(gateway);

  gateway.close();
  await once(gateway, "close");

  await (await takePort("127.0.0.1", port.number)).listen(other);
  expect(await ask(port.number)).toBe("somebody else");
});

test("`localhost` is one address, the same on every machine, whether the port was chosen or not", async () => {
  const [any, gateway] = [await takePort("localhost", 0), answering("the gateway")];
  await any.listen(gateway);
  const { port, release } = await reservePort();
  const other = answering("somebody else");
  await (await takePort("localhost", port)).listen(other);
  release();

  expect(gateway.address()).toMatchObject({ address: "127.0.0.1", port: any.number });
  expect(other.address()).toMatchObject({ address: "127.0.0.1", port });
});
