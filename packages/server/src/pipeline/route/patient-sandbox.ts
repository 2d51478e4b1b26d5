/**
 * What happens when the sandbox has no room?
 *
 * An accepted request must become an event or an ignored event, so its transformation waits and asks again, less
 * often each time. Only a stop ends the wait: then the request is left for the process that takes over.
 */
import { type Sandbox, SandboxUnavailableError } from "../../sandbox/sandbox.ts";
import type { EvaluateDeps } from "./evaluate.ts";

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

export function createPatientTransform(
  sandbox: Sandbox,
  isStopping: () => boolean,
): EvaluateDeps["transform"] {
  return async ({ code, envJson, contextJson }, requestJson, { teamKey, key }) => {
    const job = { projectKey: teamKey, connectionKey: key, code, envJson, requestJson, contextJson };
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      try {
        return await sandbox.run(job);
      } catch (error) {
        if (!(error instanceof SandboxUnavailableError) || isStopping()) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
    }
  };
}
