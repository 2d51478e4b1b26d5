/**
 * What is a saved view, and which endpoints does it have?
 *
 * A named set of filters of the events or of the requests. All members of a project share its views. The filters are
 * those of the list's address: only the dashboard knows their names, and it drops those that it no longer knows.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { EventQuery } from "./events.ts";
import { NAME_MAX_CHARACTERS, SAVED_VIEW_FILTERS_MAX_CHARACTERS } from "./limits.ts";
import { DeletedId, Timestamp } from "./lists.ts";
import { RequestQuery } from "./requests.ts";
import { storable } from "./storable.ts";

export const VIEWED_RESOURCES = ["events", "requests"] as const;
export type ViewedResource = (typeof VIEWED_RESOURCES)[number];

/** The view of everything that goes to a CLI. Each list has it from the start; it is not stored. */
export const CLI_VIEW_ID = "cli";

/** Free text: a view is named for people, not for addresses. */
export const ViewName = storable(
  z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_MAX_CHARACTERS)),
);

const FILTER_NAME = /^[a-z][a-z_]{0,63}$/;

export const ViewFilters = storable(
  z.record(z.string().check(z.regex(FILTER_NAME)), z.unknown()).check(
    z.refine((filters) => Object.keys(filters).length > 0, "must have at least one filter"),
    z.refine(
      (filters) => JSON.stringify(filters).length <= SAVED_VIEW_FILTERS_MAX_CHARACTERS,
      `must be at most ${SAVED_VIEW_FILTERS_MAX_CHARACTERS} characters long`,
    ),
  ),
);
export type ViewFilters = z.output<typeof ViewFilters>;

export const SavedView = z.object({
  id: z.string(),
  resource: z.enum(VIEWED_RESOURCES),
  name: z.string(),
  filters: z.record(z.string(), z.unknown()),
  /** It was saved from the list of the CLI, and opens there. */
  is_cli: z.boolean(),
  created_at: Timestamp,
  /** Its version, for `If-Match`. */
  updated_at: Timestamp,
});
export type SavedView = z.output<typeof SavedView>;

export const listSavedViews = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/saved-views",
  summary: "The views of a list, by name",
  right: "see",
  query: z.object({ resource: z.enum(VIEWED_RESOURCES) }),
  reply: z.object({ models: z.array(SavedView) }),
});
export const createSavedView = defineEndpoint({
  isForDashboard: true,
  method: "POST",
  path: "/saved-views",
  summary: "Save filters as a new view",
  right: "keep",
  body: z.strictObject({
    resource: z.enum(VIEWED_RESOURCES),
    name: ViewName,
    filters: ViewFilters,
    is_cli: z._default(z.boolean(), false),
  }),
  reply: SavedView,
  errors: [409],
});
export const updateSavedView = defineEndpoint({
  isForDashboard: true,
  method: "PUT",
  path: "/saved-views/{id}",
  summary: "Rename a view, or give it other filters",
  right: "keep",
  body: z.strictObject({ name: z.optional(ViewName), filters: z.optional(ViewFilters) }),
  reply: SavedView,
  errors: [404, 409, 412],
});
export const deleteSavedView = defineEndpoint({
  isForDashboard: true,
  method: "DELETE",
  path: "/saved-views/{id}",
  summary: "Delete a view",
  right: "keep",
  reply: DeletedId,
  errors: [404],
});

/** Null if counting takes too long, or would need a look into payloads. `is_more`: counting stopped at `count`. */
const Matches = z.object({ count: z.nullable(z.int()), is_more: z.boolean() });
export type Matches = z.output<typeof Matches>;

export const countEvents = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/events/count",
  summary: "How many events match, up to a bound",
  right: "see",
  query: z.object(EventQuery),
  reply: Matches,
});
export const countRequests = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/requests/count",
  summary: "How many requests match, up to a bound",
  right: "see",
  query: z.object(RequestQuery),
  reply: Matches,
});
