/**
 * Could a server listen at this port now, and if not, why?
 *
 * `posthorn doctor` asks. The port is opened for a moment and given back.
 */
import { once } from "node:events";
import { createServer } from "node:net";
import type { PortHolder } from "../start-failure.ts";
import { holderOf } from "./port-holder.ts";

export interface PortState {
  state: "free" | "posthorn" | "taken" | "impossible";
  /** Null: it cannot be seen, or nobody has it. */
  holder: PortHolder | null;
  /** Why it is impossible. */
  trouble: string | null;
}

export async function readPort(host: string, port: number): Promise<PortState> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    server.close();
    return { state: "free", holder: null, trouble: null };
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    const trouble = error instanceof Error ? error.message : String(error);
    if (!isTaken) return { state: "impossible", holder: null, trouble };
    const holder = holderOf(port);
    return { state: holder?.isPosthorn === true ? "posthorn" : "taken", holder, trouble: null };
  }
}
