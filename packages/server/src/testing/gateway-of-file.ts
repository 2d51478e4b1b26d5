/** One gateway and one far end for all tests of a file; both stop after its last test. Await it at the top of the file. */
import { afterAll } from "vitest";
import { startFarEnd, startGateway } from "./gateway.ts";

export async function gatewayOfFile() {
  const gateway = await startGateway();
  const farEnd = await startFarEnd();
  afterAll(async () => {
    farEnd.close();
    await gateway.stop();
  });
  return { gateway, farEnd };
}
