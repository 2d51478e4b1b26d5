/** Does a Posthorn on this machine say that it can store requests? `posthorn doctor` asks at its `/readyz`. */
import { get } from "node:http";

const WITHIN_MS = 5_000;

/** Null: no answer. */
export function readReadiness(url: string): Promise<number | null> {
  return new Promise((done) => {
    const asking = get(url, { signal: AbortSignal.timeout(WITHIN_MS), agent: false }, (response) => {
      response.resume();
      done(response.statusCode ?? null);
    });
    asking.on("error", () => done(null));
  });
}
