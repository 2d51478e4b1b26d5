/**
 * On which request is code tried? One that came in, by the id of the request, event or execution, or a sample.
 *
 * An event's data may be transformed already, so its request is read instead.
 */
import { getEvent } from "@posthorn/contract/events";
import { internalId } from "@posthorn/contract/ids";
import { getRequest, listRequests, type ShortEventData } from "@posthorn/contract/requests";
import { getExecution, listExecutions } from "@posthorn/contract/transformations";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { INPUT_CHOICES } from "./execution-queries.ts";
import { inputTextOf, SAMPLE_INPUT } from "./run-input.ts";

export interface ChosenInput {
  /** Null for the sample. */
  id: string | null;
  at: string | null;
  /** The connection that the code gets to see, if the input belongs to one. */
  webhook_id: string | null;
  text: string;
}

export const SAMPLE: ChosenInput = { id: null, at: null, webhook_id: null, text: SAMPLE_INPUT };

function inputOf(
  { id, created_at }: { id: string; created_at: string },
  data: ShortEventData | null | undefined,
  webhook_id: string | null,
): ChosenInput | null {
  return data ? { id, at: created_at, webhook_id, text: inputTextOf(data) } : null;
}

/** Null if nothing has this id, or its data is past retention. Rejects if the server cannot be asked. */
export async function inputById(id: string, transformationId: string | null): Promise<ChosenInput | null> {
  try {
    if (internalId("execution", id) !== null && transformationId !== null) {
      const execution = await call(getExecution, { params: { id: transformationId, execution_id: id } });
      return inputOf(execution, execution.original_event_data, execution.webhook_id);
    }
    if (internalId("event", id) !== null) {
      const { request_id, webhook_id } = await call(getEvent, { params: { id } });
      const request = await call(getRequest, { params: { id: request_id } });
      return inputOf({ id, created_at: request.created_at }, request.data, webhook_id);
    }
    if (internalId("request", id) === null) return null;
    const request = await call(getRequest, { params: { id } });
    return inputOf(request, request.data, null);
  } catch (error) {
    const status: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "status") : null;
    if (status === 404 || status === 410) return null;
    throw error;
  }
}

export interface StartInput {
  input: ChosenInput;
  /** The execution that the link named, if it has no data. */
  missingId: string | null;
}

/** The execution that the link names, else the newest one with data, else a sample. */
export function startInputQuery(transformationId: string | null, executionId: string | undefined) {
  return queryOptions({
    queryKey: ["transformations", "start-input", transformationId, executionId ?? null],
    queryFn: async (): Promise<StartInput> => {
      if (transformationId === null) return { input: SAMPLE, missingId: null };
      if (executionId !== undefined) {
        const named = await inputById(executionId, transformationId);
        return { input: named ?? SAMPLE, missingId: named ? null : executionId };
      }
      const { models } = await call(listExecutions, {
        params: { id: transformationId },
        query: { limit: 1 },
      });
      const newest = models[0] && (await inputById(models[0].id, transformationId));
      return { input: newest ?? SAMPLE, missingId: null };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** The newest requests, with the data that tells them apart: of the sources that reach this transformation, if there are any. */
export function latestRequestsQuery(sourceIds: readonly string[]) {
  return queryOptions({
    queryKey: ["requests", "latest", sourceIds],
    queryFn: ({ signal }) =>
      call(listRequests, {
        query: {
          limit: INPUT_CHOICES,
          include: "data",
          ...(sourceIds.length > 0 && { source_id: [...sourceIds] }),
        },
        signal,
      }),
  });
}
