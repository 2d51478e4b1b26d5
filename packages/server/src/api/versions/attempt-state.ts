/** What did an attempt have besides its status before 2024-09-01? A state; those that are shown are over. */
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
