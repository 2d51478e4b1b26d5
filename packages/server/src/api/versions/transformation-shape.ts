/** What does a transformation no longer show since 2026-09-01? Two fields that were always null. */
import { Transformation } from "@posthorn/contract/transformations";
import type { Difference } from "./difference.ts";
import { withoutFields } from "./fields.ts";

export const transformationWithoutCipher: Difference = {
  name: "transformation-without-cipher",
  summary: "A transformation has no `encrypted_env` and `iv`",
  changes: [
    {
      of: Transformation,
      shape: (before) => withoutFields(before, "encrypted_env", "iv"),
      answer: ({ encrypted_env: _env, iv: _iv, ...transformation }) => transformation,
    },
  ],
};
