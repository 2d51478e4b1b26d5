/**
 * Can a fault test fail at all?
 *
 * A control repeats a fault on a product without one protection, and must see a promise broken. It says something about
 * the test, not about the product, and takes as long as the test. So `npm run test:faults` runs the controls, and
 * `npm test` does not: it has only protections.test.ts, which notices when the source text of a protection has changed.
 */
import { inject, test } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** Whether this run has the controls of the faults too. */
    areControlsWanted: boolean;
  }
}

export function control(name: string, run: () => Promise<void>): void {
  if (inject("areControlsWanted")) test(`control: ${name}`, run);
}
