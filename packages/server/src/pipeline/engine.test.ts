/** Thousands of random stories about the engine, none of which may break a promise of reliability.md. */
import * as fc from "fast-check";
import { test } from "vitest";
import { createEngine } from "../testing/engine-model.ts";
import { createPureStore } from "../testing/engine-store.ts";
import { story } from "../testing/engine-stories.ts";

test("no story of routing, sending, cancelling, pausing and dying breaks a promise", async () => {
  await fc.assert(
    fc.asyncProperty(story, async (commands) => {
      const engine = createEngine(createPureStore());
      for (const command of commands) await engine.run(command);
      await engine.finish();
    }),
    { numRuns: 3_000 },
  );
});
