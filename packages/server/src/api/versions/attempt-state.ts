/** Which extra field did an attempt have before 2024-09-01? A state; every attempt that is shown is completed. */
import { Attempt } from "@posthorn/contract/attempts";
import * as z from "zod/mini";
import type { Difference } from "./difference.ts";
import { withFields } from "./fields.ts";

export const attemptState: Difference = {
  name: "attempt-state",
  summary: "An attempt has a `state`, which is `COMPLETED`: attempts are shown once they were made",
  changes: [
    {
      of: Attempt,
      shape: (before) => withFields(before, { state: z.literal("COMPLETED") }),
      answer: (attempt) => ({ ...attempt, state: "COMPLETED" }),
    },
  ],
};
