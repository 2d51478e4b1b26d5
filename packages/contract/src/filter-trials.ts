/** How does a person try a filter, and change it in words? The editor of filters asks; no other page does. */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { API_CODE_BODY_MAX_BYTES, FILTER_PROMPT_MAX_CHARACTERS } from "./limits.ts";
import { FilterRule } from "./rules.ts";

/** A request, as far as the person has it at hand. A missing part counts as empty. */
const FilterTestInput = z.strictObject({
  headers: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  body: z.optional(z.unknown()),
  parsed_query: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  path: z.optional(z.nullable(z.string())),
});
export type FilterTestInput = z.output<typeof FilterTestInput>;

/** The filter of a rule without the rule around it. */
export const FilterParts = z.omit(FilterRule, { type: true });
export type FilterParts = z.output<typeof FilterParts>;

export const testFilter = defineEndpoint({
  isForDashboard: true,
  method: "POST",
  path: "/filter-test",
  summary: "Which parts of a request would a filter let pass",
  right: "see",
  body: z.strictObject({ input: FilterTestInput, filter: FilterParts }),
  maxBodyBytes: API_CODE_BODY_MAX_BYTES,
  /** Also true for a part that the filter does not check. */
  reply: z.object({ body: z.boolean(), headers: z.boolean(), path: z.boolean(), query: z.boolean() }),
});

/** Shares the prompt, the filter and the request with the AI service that the operator has set up. */
export const completeFilter = defineEndpoint({
  isForDashboard: true,
  method: "POST",
  path: "/filter-completion",
  summary: "Change a filter as a person asks in words",
  right: "configure",
  body: z.strictObject({
    prompt: z.string().check(z.minLength(1), z.maxLength(FILTER_PROMPT_MAX_CHARACTERS)),
    filter: FilterParts,
    /** A request as an example, if the person has chosen one. */
    input: z.optional(FilterTestInput),
  }),
  maxBodyBytes: API_CODE_BODY_MAX_BYTES,
  reply: z.object({ filter: FilterParts }),
});
