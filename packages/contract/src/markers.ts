/**
 * What is a marker, and which endpoints does it have?
 *
 * A marker says that something happened outside of the product, such as a deploy. A script reports it, and the page of an
 * issue shows it if the issue began around then. The vendor has no markers: every wire version serves them in this shape.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { HttpUrl } from "./http-url.ts";
import { MARKER_TITLE_MAX_CHARACTERS } from "./limits.ts";
import { DateFilter, IdFilter, NameFilter, Timestamp, listQuery, pageOf } from "./lists.ts";
import { storable } from "./storable.ts";

export const Marker = z.object({
  id: z.string(),
  team_id: z.string(),
  title: z.string(),
  url: z.nullable(z.string()),
  /** When it happened. */
  at: Timestamp,
  /** The same as `created_at`: a marker does not change. */
  updated_at: Timestamp,
  created_at: Timestamp,
});
export type Marker = z.output<typeof Marker>;

const MarkerInput = z.strictObject({
  title: storable(
    z.string().check(
      z.refine((text) => text.trim() !== "", "is required"),
      z.maxLength(MARKER_TITLE_MAX_CHARACTERS),
    ),
  ),
  /** Where to read more: the deploy, the release, the commit. */
  url: z.optional(z.nullable(storable(HttpUrl))),
  /** Without it: now. It may be past, but not in the future. */
  at: z.optional(
    z.nullable(
      z.iso.datetime({ offset: true, error: "must be a date and a time, like 2026-01-14T12:00:00Z" }),
    ),
  ),
});

const Filters = {
  id: z.optional(IdFilter),
  title: z.optional(NameFilter),
  at: z.optional(DateFilter),
};
/** The filters of a list, once parsed. */
export type MarkerFilters = z.output<z.ZodMiniObject<typeof Filters>>;

export const listMarkers = defineEndpoint({
  method: "GET",
  path: "/markers",
  summary: "List markers, which only Posthorn has",
  right: "see",
  query: listQuery(Filters, ["created_at", "at"]),
  reply: pageOf(Marker),
});
export const createMarker = defineEndpoint({
  method: "POST",
  path: "/markers",
  summary: "Report that something happened, such as a deploy; issues that began around then show it",
  right: "keep",
  body: MarkerInput,
  reply: Marker,
});
