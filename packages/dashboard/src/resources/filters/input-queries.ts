/**
 * Which requests or events can a filter be tested with? The five latest of the source, and any other by its id.
 */
import { getEvent, listEvents } from "@posthorn/contract/events";
import { getRequest, listRequests, type ShortEventData } from "@posthorn/contract/requests";
import { queryOptions } from "@tanstack/react-query";
import { ApiFailure } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { jsonText, type PartTexts } from "./filter-texts.ts";

export type InputKind = "request" | "event";

const OFFERED = 5;

/** What a list of inputs shows of one. */
export interface OfferedInput {
  id: string;
  created_at: string;
}

export interface TestInput {
  id: string;
  created_at: string;
  texts: PartTexts;
}

export function latestInputsQuery(kind: InputKind, sourceId: string) {
  return queryOptions({
    queryKey: ["filters", "inputs", kind, sourceId],
    queryFn: async ({ signal }): Promise<OfferedInput[]> => {
      const query = { source_id: [sourceId], limit: OFFERED };
      const { models } =
        kind === "request"
          ? await call(listRequests, { query, signal })
          : await call(listEvents, { query, signal });
      return models.map(({ id, created_at }) => ({ id, created_at }));
    },
  });
}

/** Null if there is no such request or event, or its data is gone. */
export async function findInput(id: string): Promise<TestInput | null> {
  try {
    const found = id.startsWith("evt_")
      ? await call(getEvent, { params: { id } })
      : await call(getRequest, { params: { id } });
    if (!found.data) return null;
    return { id, created_at: found.created_at, texts: inputTexts(found.data) };
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null;
    throw error;
  }
}

function inputTexts({ headers, body, parsed_query, path }: ShortEventData): PartTexts {
  return {
    body: jsonText(body),
    headers: jsonText(headers),
    query: jsonText(parsed_query ?? {}),
    path: jsonText(path),
  };
}
