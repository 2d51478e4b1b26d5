/**
 * How does a person try a source without its provider? With an example of that provider, signed as the provider would
 * sign it. Only for our dashboard and our own command.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { EXAMPLE_NAME_MAX_CHARACTERS } from "./limits.ts";
import { Request } from "./requests.ts";

const Example = z.object({
  /** As the provider calls this kind of request, such as `invoice.paid`. */
  name: z.string(),
  method: z.string(),
  /** Without the signature. */
  headers: z.record(z.string(), z.string()),
  /** JSON with line breaks, or a form. Empty if the method has no body. */
  body: z.string(),
});
export type Example = z.output<typeof Example>;

export const listExamples = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/sources/{id}/examples",
  summary: "The requests that a provider sends, as examples, and whether this source would get them signed",
  right: "see",
  reply: z.object({
    models: z.array(Example),
    /** Whether the examples are sent with a proof of their sender. */
    signed: z.boolean(),
    /** Why no example can be sent to this source, as a sentence; null if one can. */
    refusal: z.nullable(z.string()),
  }),
  errors: [404, 410],
});

export const sendTestRequest = defineEndpoint({
  isForDashboard: true,
  method: "POST",
  path: "/sources/{id}/test-request",
  summary:
    "Send an example to a source as its provider would. It is checked, stored and routed like every request",
  right: "send",
  /** The name of an example; the first one if it is missing. */
  body: z.strictObject({ example: z.optional(z.string().check(z.maxLength(EXAMPLE_NAME_MAX_CHARACTERS))) }),
  reply: z.object({
    example: z.string(),
    /** What the provider would get as an answer. */
    answer: z.object({ status: z.int(), body: z.string() }),
    /** Null if the source answered without storing anything. */
    request: z.nullable(Request),
  }),
  errors: [404, 410],
});
