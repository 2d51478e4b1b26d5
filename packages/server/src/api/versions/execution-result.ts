/** Which result did an execution of 2024 have that made none? An empty id: the field was always a text. */
import { Execution } from "@posthorn/contract/transformations";
import * as z from "zod/mini";
import type { Difference } from "./difference.ts";
import { withFields } from "./fields.ts";

export const executionResult: Difference = {
  name: "execution-result",
  summary: 'The `transformed_event_data_id` of an execution is never null: it is `""` where the code failed',
  changes: [
    {
      of: Execution,
      shape: (before) => withFields(before, { transformed_event_data_id: z.string() }),
      answer: ({ transformed_event_data_id: id, ...rest }) => ({
        ...rest,
        transformed_event_data_id: id ?? "",
      }),
    },
  ],
};
