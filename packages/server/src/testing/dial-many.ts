/**
 * Dials many destinations at once, each by a name of its own in a hosts file, prints how many exchanges ended how, and
 * ends. The test starts it in a process that may open only a few descriptors.
 */
import { closeSync, openSync } from "node:fs";
import { createAddressGuard } from "../outbound/address-guard.ts";
import { readDescriptors, socketsWithin } from "../outbound/descriptors.ts";
import { createDialer } from "../outbound/dialer.ts";
import { SYSTEM_FILES } from "../outbound/system-names.ts";

const [hosts = "", port = "", destinations = "", spare] = process.argv.slice(2);
const descriptors = readDescriptors();
let nowMs = 0;
const dialer = createDialer(createAddressGuard(["127.0.0.0/8"]), {
  names: {
    files: { ...SYSTEM_FILES, hosts }, // no query: so all of them connect in the same turn of the loop
    nowMs: () => (nowMs += 10_000), // and each lookup asks the system anew
  },
  socketsMost: socketsWithin(descriptors),
});

/** Something else in the process has taken all descriptors but a few. */
if (spare !== undefined) {
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync("/dev/null", "r"));
  } catch {
    for (const descriptor of taken.splice(-Number(spare))) closeSync(descriptor);
  }
}

const outcomes: Record<string, number> = {};
await Promise.all(
  Array.from({ length: Number(destinations) }, async (_, index) => {
    const exchange = await dialer.exchange({
      origin: `http://shop-${index}.test:${port}`,
      path: "/",
      method: "POST",
      headers: [],
      credentialHeaders: [],
      body: Buffer.from("{}"),
      deadlineMs: 600_000,
      bodyMaxBytes: 1,
      maxRedirects: null,
    });
    const outcome = "response" in exchange ? exchange.response.status : String(exchange.failure);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }),
);
await dialer.close();
process.stdout.write(JSON.stringify({ descriptors, outcomes }));
