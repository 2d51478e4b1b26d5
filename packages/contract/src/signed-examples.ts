/**
 * How does a person try a program of their own without the provider, and without a source? With an example of that
 * provider, signed with a secret that the call brings. The server only signs; whoever asked sends it. Only for our own
 * command: no page of the dashboard imports this file.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { HttpUrl } from "./http-url.ts";
import { EXAMPLE_NAME_MAX_CHARACTERS } from "./limits.ts";
import { SOURCE_AUTH_TYPES, SOURCE_TYPES } from "./source-types.ts";

/** One way in which a provider proves itself. */
const SigningMethod = z.object({
  /** To be named in a call; null: the provider's own, which nobody has to name. */
  auth_type: z.nullable(z.enum(SOURCE_AUTH_TYPES)),
  label: z.string(),
  /** What `auth` of a call has. */
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      is_optional: z.boolean(),
      /** The values that it can have; null: any text. */
      options: z.nullable(z.array(z.string())),
    }),
  ),
  /** Why Posthorn cannot sign by it, as a sentence; null if it can. */
  refusal: z.nullable(z.string()),
});
export type SigningMethod = z.output<typeof SigningMethod>;

const ExampleProvider = z.object({
  type: z.enum(SOURCE_TYPES),
  label: z.string(),
  /** The names of its examples; the first one is the usual one. */
  examples: z.array(z.string()),
  /** Empty: its requests are never signed. */
  methods: z.array(SigningMethod),
});
export type ExampleProvider = z.output<typeof ExampleProvider>;

export const listExampleProviders = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/examples",
  summary: "The providers whose requests Posthorn has as examples, and what it needs to sign them",
  right: "see",
  query: z.object({
    /** Only this one. */
    type: z.optional(z.enum(SOURCE_TYPES)),
  }),
  reply: z.object({ models: z.array(ExampleProvider) }),
});

export const signExample = defineEndpoint({
  isForDashboard: true,
  method: "POST",
  path: "/examples/sign",
  summary:
    "An example of a provider for any URL, signed with a secret of the caller. Nothing is sent or stored",
  right: "see",
  body: z.strictObject({
    type: z.enum(SOURCE_TYPES),
    /** The method, if it is not the provider's own. */
    auth_type: z.optional(z.nullable(z.enum(SOURCE_AUTH_TYPES))),
    /** The fields that a source of this type has as `config.auth`. Without them the example is not signed. */
    auth: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
    /** The name of an example; the first one if it is missing. */
    example: z.optional(z.string().check(z.maxLength(EXAMPLE_NAME_MAX_CHARACTERS))),
    /** Where the caller will send it: some providers sign the address, too. */
    url: HttpUrl.check(z.refine((url) => !url.includes("#"), "must not have a fragment (#…)")),
  }),
  /** The request to send, as it is. */
  reply: z.object({
    example: z.string(),
    signed: z.boolean(),
    method: z.string(),
    /** As the caller wrote it, with what the provider adds to its query. */
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
});

export const SIGNED_EXAMPLE_ENDPOINTS = [listExampleProviders, signExample];
