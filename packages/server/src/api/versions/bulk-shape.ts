/** How did a bulk operation look before there were several kinds of them? Without a type. */
import { BatchOperation } from "@posthorn/contract/bulk";
import type { Difference } from "./difference.ts";
import { withoutFields } from "./fields.ts";

export const bulkWithoutType: Difference = {
  name: "bulk-without-type",
  summary: "A bulk operation has no `type`",
  changes: [
    {
      of: BatchOperation,
      shape: (before) => withoutFields(before, "type"),
      answer: ({ type: _type, ...operation }) => operation,
    },
  ],
};
