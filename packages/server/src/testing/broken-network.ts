/**
 * How does a delivery end on a machine whose network is broken?
 *
 * The real dialer runs in a process with its own, empty network: no route, and loopback is down. `route` adds a route
 * that leads nowhere. Not every system allows such a network or has the program that changes routes: then the reason is
 * returned as text.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const OWN_NETWORK = ["--user", "--map-root-user", "--net", "--"];
const DIAL_ONCE = join(import.meta.dirname, "dial-once.ts");

export interface BrokenNetwork {
  /** The arguments of `ip route add`; null means no route at all. */
  route: readonly string[] | null;
}

async function reasonNotTo({ route }: BrokenNetwork): Promise<string | null> {
  try {
    await run("unshare", [...OWN_NETWORK, "true"]);
  } catch (error) {
    return `a network of one's own is not allowed here: ${String(error)}`;
  }
  try {
    if (route) await run("ip", ["-Version"]);
    return null;
  } catch (error) {
    return `routes cannot be changed without the program ip: ${String(error)}`;
  }
}

/** Returns the delivery error code, or the status if a server answered after all. */
export async function dialOver(
  network: BrokenNetwork,
  url: string,
): Promise<{ told: string } | { reason: string }> {
  const reason = await reasonNotTo(network);
  if (reason !== null) return { reason };
  const change = network.route ? `ip route add ${network.route.join(" ")} && ` : "";
  const program = `${change} exec "$0" "$@"`;
  const { stdout } = await run("unshare", [
    ...OWN_NETWORK,
    "sh",
    "-c",
    program,
    process.execPath,
    DIAL_ONCE,
    url,
  ]);
  return { told: stdout.trim() };
}
