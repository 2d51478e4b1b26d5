/** What if the path of a CLI destination has no slash at its start? The public API adds it; our own form asks for it. */
import { DestinationConfigInput } from "@posthorn/contract/destinations";
import * as z from "zod/mini";
import type { Difference } from "./difference.ts";
import { withFields } from "./fields.ts";

/** The contract checks the path once it begins with a slash. */
export const AnyCliPath = z.string();

export const cliPath: Difference = {
  name: "cli-path",
  summary: "A CLI destination's `path` without a slash at its start gets one",
  changes: [
    {
      of: DestinationConfigInput,
      shape: (before) => withFields(before, { path: z.optional(z.nullable(AnyCliPath)) }),
      receive: (config) => {
        const { path } = config;
        return typeof path !== "string" || path.startsWith("/") ? config : { ...config, path: `/${path}` };
      },
    },
  ],
};
