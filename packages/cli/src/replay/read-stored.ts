/**
 * Which request do these data make, as it was stored?
 *
 * Of a request and a bookmark, what came in; of an event, what its destination gets. The body comes byte for byte. Headers
 * of one name come joined, as HTTP allows.
 */
import { getBookmark } from "@posthorn/contract/bookmarks";
import {
  downloadBookmarkBody,
  downloadEventBody,
  downloadRequestBody,
  getBookmarkContent,
  getRequestContent,
} from "@posthorn/contract/dashboard-api";
import type { Endpoint, ReplyOf } from "@posthorn/contract/endpoint";
import { getEvent } from "@posthorn/contract/events";
import { ID_PREFIXES } from "@posthorn/contract/ids";
import { type ShortEventData, getRequest } from "@posthorn/contract/requests";
import type { Client } from "../api/client.ts";
import { Failure, misuse } from "../failure.ts";
import { printable } from "../output/printable.ts";

export interface Stored {
  method: string;
  path: string;
  /** With its question mark; empty if there is none. */
  query: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** `id` is one of a request, an event or a bookmark. */
export async function readStored(client: Client, id: string): Promise<Stored> {
  const params = { id };
  const call = <E extends Endpoint>(endpoint: E): Promise<ReplyOf<E>> => client.call(endpoint, { params });
  if (id.startsWith(ID_PREFIXES.request)) {
    const { data } = await call(getRequest);
    return storedOf(
      id,
      data,
      await call(getRequestContent),
      await client.bytes(downloadRequestBody, { params }),
    );
  }
  if (id.startsWith(ID_PREFIXES.event)) {
    const { data } = await call(getEvent);
    if (!data) throw isGone(id);
    return storedOf(id, data, data, await client.bytes(downloadEventBody, { params }));
  }
  if (id.startsWith(ID_PREFIXES.bookmark)) {
    const { data } = await call(getBookmark);
    return storedOf(
      id,
      data,
      await call(getBookmarkContent),
      await client.bytes(downloadBookmarkBody, { params }),
    );
  }
  throw misuse(
    `"${printable(id)}" is no id of a request, an event or a bookmark.`,
    `Write one that begins with ${ID_PREFIXES.request}, ${ID_PREFIXES.event} or ${ID_PREFIXES.bookmark}.`,
  );
}

function storedOf(
  id: string,
  data: ShortEventData | null | undefined,
  { method }: { method: string },
  body: Buffer,
): Stored {
  if (!data) throw isGone(id);
  const { path, query, headers } = data;
  return {
    method,
    path: path.startsWith("/") ? path : `/${path}`,
    query: query === null || query === "" ? "" : `?${query.replace(/^\?/, "")}`,
    headers,
    body,
  };
}

function isGone(id: string): Failure {
  return new Failure(`The data of ${printable(id)} is not stored any more.`, {
    why: "It is past the retention of the project. A bookmark keeps data longer.",
    exit: "notFound",
  });
}
