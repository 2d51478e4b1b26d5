/**
 * What is an integration, and which endpoints does it have?
 *
 * An older way to give sources their authentication: the method of a provider and its secrets, which several sources
 * share. Attaching a source gives it both; detaching takes them away. What a project connects to get its metrics or its
 * notifications is a team integration (team-integrations.ts).
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { INTEGRATION_LABEL_MAX_CHARACTERS } from "./limits.ts";
import { DeletedId, NameFilter, Timestamp, enumFilter, includeOf, listQuery, pageOf } from "./lists.ts";
import { SOURCE_AUTH_TYPES } from "./source-types.ts";
import { storable } from "./storable.ts";

/** A source that has an integration always does both. The list is kept for clients that write and read it. */
export const INTEGRATION_FEATURES = ["VERIFICATION", "HANDSHAKE"] as const;

const Provider = z.enum(SOURCE_AUTH_TYPES);
const Features = z.array(z.enum(INTEGRATION_FEATURES)).check(z.maxLength(INTEGRATION_FEATURES.length));
const Label = storable(
  z.string().check(
    z.refine((text) => text.trim() !== "", "is required"),
    z.maxLength(INTEGRATION_LABEL_MAX_CHARACTERS),
  ),
);
/** The fields depend on the provider: they are those of `config.auth` of a source that uses this method. */
const Configs = z.looseObject({});

export const Integration = z.object({
  id: z.string(),
  team_id: z.string(),
  label: z.string(),
  provider: Provider,
  features: z.array(z.enum(INTEGRATION_FEATURES)),
  /** Only in the reply to a write, or if the caller asks for it with `include=configs`. */
  configs: z.optional(Configs),
  /** The ids of the sources that have it. */
  sources: z.array(z.string()),
  updated_at: Timestamp,
  created_at: Timestamp,
});
export type Integration = z.output<typeof Integration>;

export const IntegrationInput = z.strictObject({
  provider: Provider,
  /** Default: the name of the provider. */
  label: z.optional(Label),
  features: z.optional(Features),
  configs: z.optional(Configs),
});
export type IntegrationInput = z.output<typeof IntegrationInput>;
/** New configs replace all old ones. A new provider needs configs of its own. */
export const IntegrationUpdate = z.partial(IntegrationInput);
export type IntegrationUpdate = z.output<typeof IntegrationUpdate>;

const Filters = {
  label: z.optional(NameFilter),
  provider: z.optional(enumFilter(SOURCE_AUTH_TYPES)),
};
/** The filters of a list, once parsed. */
export type IntegrationFilters = z.output<z.ZodMiniObject<typeof Filters>>;

export const listIntegrations = defineEndpoint({
  method: "GET",
  path: "/integrations",
  summary: "List integrations",
  right: "see",
  query: listQuery(Filters, ["created_at"]),
  reply: pageOf(Integration),
});
export const createIntegration = defineEndpoint({
  method: "POST",
  path: "/integrations",
  summary: "Create an integration: a method of authentication that sources can share",
  right: "configure",
  body: IntegrationInput,
  reply: Integration,
});
export const getIntegration = defineEndpoint({
  method: "GET",
  path: "/integrations/{id}",
  summary: "Get an integration; its secrets with include=configs, for members",
  right: "see",
  query: z.object({ include: z.optional(includeOf("configs")) }),
  reply: Integration,
  errors: [404],
});
export const updateIntegration = defineEndpoint({
  method: "PUT",
  path: "/integrations/{id}",
  summary: "Update an integration and the authentication of its sources",
  right: "configure",
  body: IntegrationUpdate,
  reply: Integration,
  errors: [404],
});
export const deleteIntegration = defineEndpoint({
  method: "DELETE",
  path: "/integrations/{id}",
  summary: "Delete an integration; its sources keep the authentication as their own",
  right: "configure",
  reply: DeletedId,
  errors: [404],
});
export const attachIntegration = defineEndpoint({
  method: "PUT",
  path: "/integrations/{id}/attach/{source_id}",
  summary: "Give a source the authentication of an integration, instead of any other",
  right: "configure",
  reply: z.object({ success: z.literal(true) }),
  errors: [404, 410],
});
export const detachIntegration = defineEndpoint({
  method: "PUT",
  path: "/integrations/{id}/detach/{source_id}",
  summary: "Take the authentication of an integration from a source",
  right: "configure",
  reply: z.object({}),
  errors: [404, 410],
});
