/**
 * Which input is a filter tested with? At first the latest request of the source; then what the person chooses by id or
 * writes.
 *
 * If a transformation runs before the filter, a request goes through it first: the filter never sees the request as it
 * came. An event has been through the rules already, and what a person writes is what the filter gets.
 */
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { transformationQuery } from "../transformations/transformation-queries.ts";
import { NO_TEXTS, type PartTexts } from "./filter-texts.ts";
import {
  findInput,
  inputTexts,
  latestRequestQuery,
  transformedInputQuery,
  type TestInput,
} from "./input-queries.ts";

export interface UsedInput {
  texts: PartTexts;
  /** The request or event that the texts come from. Null if there is none, or the person changed the texts. */
  origin: Pick<TestInput, "id" | "created_at"> | null;
  /** What has changed the origin before the filter sees it: "after transformation normalise-order". */
  cameBy: string | null;
  /** Why there are no texts, although there is an origin. */
  missing: "running" | { failure: string } | null;
  /** The first input is not here yet. */
  isLoading: boolean;
  isWritten: boolean;
  write: (texts: PartTexts) => void;
  choose: (id: string) => void;
  isPending: boolean;
}

export interface TestedFilter {
  sourceId: string | null;
  connectionId?: string | undefined;
  transformationBefore: string | null;
}

export function useTestInput({ sourceId, connectionId, transformationBefore }: TestedFilter): UsedInput {
  const [written, setWritten] = useState<PartTexts | null>(null);
  const [chosen, setChosen] = useState<TestInput | null>(null);
  const latest = useQuery({
    ...latestRequestQuery(sourceId ?? ""),
    enabled: sourceId !== null,
  });
  const firstId = latest.data?.models[0]?.id ?? null;
  const first = useQuery({ ...inputQuery(firstId ?? ""), enabled: firstId !== null });
  const { mutate: choose, isPending } = useMutation({
    mutationFn: findInput,
    onSuccess: (found, id) => {
      if (!found) {
        toast.error(`Could not find data for ID ${id}`);
        return;
      }
      setChosen(found);
      setWritten(null);
      toast.success(`Request data applied for ID ${id}`);
    },
    onError: (error, id) =>
      toast.error(`Could not find data for ID ${id}`, { description: firstMessage(error) }),
  });
  const origin = chosen ?? first.data ?? null;
  const isOfEvent = origin?.id.startsWith("evt_") === true;
  const transformed = useTransformed(origin, isOfEvent ? null : transformationBefore, connectionId);
  const asItCame = useMemo(() => (origin ? inputTexts(origin.data) : NO_TEXTS), [origin]);
  const isLoading =
    written === null && origin === null && sourceId !== null && (latest.isLoading || first.isLoading);
  const shared = { isLoading, isWritten: written !== null, write: setWritten, choose, isPending };
  if (written) return { texts: written, origin: null, cameBy: null, missing: null, ...shared };
  if (transformed) return { ...transformed, origin, ...shared };
  return { texts: asItCame, origin, cameBy: isOfEvent ? "as delivered" : null, missing: null, ...shared };
}

/** Null if no transformation runs, or there is nothing to transform. */
function useTransformed(
  input: TestInput | null,
  transformationId: string | null,
  connectionId: string | undefined,
): Pick<UsedInput, "texts" | "cameBy" | "missing"> | null {
  const isNeeded = input !== null && transformationId !== null;
  const { data: transformation } = useQuery({
    ...transformationQuery(transformationId ?? ""),
    enabled: isNeeded,
  });
  const { data, error } = useQuery({
    ...transformedInputQuery(input, transformationId ?? "", connectionId ?? null),
    enabled: isNeeded,
  });
  if (!isNeeded) return null;
  const cameBy = `after transformation ${transformation?.name ?? "…"}`;
  if (data && "texts" in data) return { texts: data.texts, cameBy, missing: null };
  const failure = data?.failure ?? (error && firstMessage(error));
  return { texts: NO_TEXTS, cameBy, missing: failure == null ? "running" : { failure } };
}

function inputQuery(id: string) {
  return queryOptions({
    queryKey: ["filters", "input", id],
    queryFn: () => findInput(id),
    staleTime: Infinity,
  });
}
