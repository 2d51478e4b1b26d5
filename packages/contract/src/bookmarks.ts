/** What is a bookmark, and which endpoints does it have? A bookmark keeps data of an event, to send it again later. */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { Event } from "./events.ts";
import { BOOKMARK_LABEL_MAX_CHARACTERS } from "./limits.ts";
import {
  Count,
  DateFilter,
  DeletedId,
  IdFilter,
  NameFilter,
  NullableTimestamp,
  Timestamp,
  listQuery,
  pageOf,
} from "./lists.ts";
import { Name } from "./names.ts";
import { RawBody, ShortEventData } from "./requests.ts";

export const Bookmark = z.object({
  id: z.string(),
  team_id: z.string(),
  webhook_id: z.string(),
  event_data_id: z.string(),
  label: z.string(),
  alias: z.nullable(z.string()),
  data: z.nullable(ShortEventData),
  last_used_at: NullableTimestamp,
  updated_at: Timestamp,
  created_at: Timestamp,
});
export type Bookmark = z.output<typeof Bookmark>;

const Label = z.string().check(
  z.refine((text) => text.trim() !== "", "is required"),
  z.maxLength(BOOKMARK_LABEL_MAX_CHARACTERS),
  z.refine((text) => !text.includes("\u0000"), "may not contain a null character"),
);

const BookmarkInput = z.strictObject({
  event_data_id: z.string(),
  webhook_id: z.string(),
  label: Label,
  /** Shown as `alias`. */
  name: z.optional(z.nullable(Name)),
});
const BookmarkUpdate = z.partial(BookmarkInput);

const Filters = {
  id: z.optional(IdFilter),
  name: z.optional(NameFilter),
  webhook_id: z.optional(IdFilter),
  event_data_id: z.optional(IdFilter),
  label: z.optional(NameFilter),
  last_used_at: z.optional(DateFilter),
};
/** The filters of a list, once parsed. */
export type BookmarkFilters = z.output<z.ZodMiniObject<typeof Filters>>;

export const listBookmarks = defineEndpoint({
  method: "GET",
  path: "/bookmarks",
  summary: "List bookmarks",
  right: "see",
  query: listQuery(Filters, ["created_at"]),
  reply: pageOf(Bookmark),
});
export const countBookmarks = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/bookmarks/count",
  summary: "How many bookmarks there are",
  right: "see",
  reply: Count,
});
export const createBookmark = defineEndpoint({
  method: "POST",
  path: "/bookmarks",
  summary: "Keep the data of an event beyond its retention",
  right: "keep",
  body: BookmarkInput,
  reply: Bookmark,
  errors: [404, 410],
});
export const getBookmark = defineEndpoint({
  method: "GET",
  path: "/bookmarks/{id}",
  summary: "Get a bookmark",
  right: "see",
  reply: Bookmark,
  errors: [404],
});
export const updateBookmark = defineEndpoint({
  method: "PUT",
  path: "/bookmarks/{id}",
  summary: "Update a bookmark",
  right: "keep",
  body: BookmarkUpdate,
  reply: Bookmark,
  errors: [404, 410],
});
export const deleteBookmark = defineEndpoint({
  method: "DELETE",
  path: "/bookmarks/{id}",
  summary: "Delete a bookmark; its data is kept no longer than any other",
  right: "keep",
  reply: DeletedId,
  errors: [404],
});
export const getBookmarkRawBody = defineEndpoint({
  method: "GET",
  path: "/bookmarks/{id}/raw_body",
  summary: "Get the body of a bookmark's data",
  right: "see",
  reply: RawBody,
  errors: [404],
});
export const triggerBookmark = defineEndpoint({
  method: "POST",
  path: "/bookmarks/{id}/trigger",
  summary: "Send a bookmark's data through its connection once more",
  right: "send",
  /** A schema of its own instead of NoBody, because older wire versions accept fields here. */
  body: z.optional(z.nullable(z.strictObject({}))),
  /** Empty if the connection's rules make no event of the data. */
  reply: z.array(Event),
  errors: [404],
});
