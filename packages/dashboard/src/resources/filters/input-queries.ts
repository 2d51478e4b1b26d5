/**
 * Which requests or events can a filter be tested with? The five latest of the source, and any other by its id.
 */
import { getEvent, listEvents } from "@posthorn/contract/events";
import { getRequest, listRequests, type ShortEventData } from "@posthorn/contract/requests";
import { runTransformationInEditor } from "@posthorn/contract/transformations";
import { queryOptions } from "@tanstack/react-query";
import { ApiFailure } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { trialRequestOf } from "../transformations/run-input.ts";
import { jsonText, type PartTexts } from "./filter-texts.ts";

const OFFERED = 5;

export interface TestInput {
  id: string;
  created_at: string;
  data: ShortEventData;
}

export function latestRequestQuery(sourceId: string) {
  return queryOptions({
    queryKey: ["filters", "latest", sourceId],
    queryFn: ({ signal }) => call(listRequests, { query: { source_id: [sourceId], limit: 1 }, signal }),
  });
}

/** With their data, which tells them apart. */
export function offeredRequestsQuery(sourceId: string) {
  return queryOptions({
    queryKey: ["filters", "inputs", "request", sourceId],
    queryFn: ({ signal }) => call(listRequests, { query: offered(sourceId), signal }),
  });
}

export function offeredEventsQuery(sourceId: string) {
  return queryOptions({
    queryKey: ["filters", "inputs", "event", sourceId],
    queryFn: ({ signal }) => call(listEvents, { query: offered(sourceId), signal }),
  });
}

function offered(sourceId: string) {
  return { source_id: [sourceId], limit: OFFERED, include: "data" as const };
}

/** Null if there is no such request or event, or its data is gone. */
export async function findInput(id: string): Promise<TestInput | null> {
  try {
    const found = id.startsWith("evt_")
      ? await call(getEvent, { params: { id } })
      : await call(getRequest, { params: { id } });
    if (!found.data) return null;
    return { id, created_at: found.created_at, data: found.data };
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null;
    throw error;
  }
}

export type TransformedInput = { texts: PartTexts } | { failure: string };

/**
 * What a transformation makes of a request, before a filter sees it. Runs the code as it is now, so the answer is not
 * kept: a person may change the code in another tab.
 */
export function transformedInputQuery(
  input: TestInput | null,
  transformation_id: string,
  webhook_id: string | null,
) {
  return queryOptions({
    queryKey: ["filters", "transformed", transformation_id, webhook_id, input?.id],
    queryFn: async ({ signal }): Promise<TransformedInput | null> => {
      if (!input) return null;
      const body = { transformation_id, webhook_id, request: trialRequestOf(input.data) };
      const { request, console } = await call(runTransformationInEditor, { body, signal });
      return request
        ? { texts: inputTexts(request) }
        : { failure: console.at(-1)?.message ?? "It returned no request." };
    },
    gcTime: 0,
  });
}

type Parts = Pick<ShortEventData, "headers" | "body" | "parsed_query" | "path">;

export function inputTexts({ headers, body, parsed_query, path }: Parts): PartTexts {
  return {
    body: jsonText(body),
    headers: jsonText(headers),
    query: jsonText(parsed_query ?? {}),
    path: jsonText(path),
  };
}
