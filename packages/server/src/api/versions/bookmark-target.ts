/**
 * What could a caller send with a bookmark's trigger before 2025-07-01? A target; the
 * connection's destination decides.
 */
import { triggerBookmark } from "@posthorn/contract/bookmarks";
import * as z from "zod/mini";
import type { Difference } from "./difference.ts";

export const bookmarkTarget: Difference = {
  name: "bookmark-target",
  summary:
    "`POST /bookmarks/{id}/trigger` may name a `target`, `http` or `cli`; the destination of the bookmark's connection decides where to",
  changes: [
    {
      of: triggerBookmark.body,
      shape: () => z.optional(z.nullable(z.strictObject({ target: z.optional(z.enum(["http", "cli"])) }))),
      receive: () => ({}),
    },
  ],
};
