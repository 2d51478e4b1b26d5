/**
 * Which input is a filter tested with? At first the latest request of the source; then what the person chooses by id or
 * writes.
 */
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { NO_TEXTS, type PartTexts } from "./filter-texts.ts";
import { findInput, latestInputsQuery, type TestInput } from "./input-queries.ts";

export interface UsedInput {
  texts: PartTexts;
  /** The request or event that the texts come from. Null if there is none, or the person changed the texts. */
  origin: Pick<TestInput, "id" | "created_at"> | null;
  isWritten: boolean;
  write: (texts: PartTexts) => void;
  choose: (id: string) => void;
  isPending: boolean;
}

export function useTestInput(sourceId: string | null): UsedInput {
  const [written, setWritten] = useState<PartTexts | null>(null);
  const [chosen, setChosen] = useState<TestInput | null>(null);
  const latest = useQuery({
    ...latestInputsQuery("request", sourceId ?? ""),
    enabled: sourceId !== null,
  });
  const firstId = latest.data?.[0]?.id ?? null;
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
  return {
    texts: written ?? origin?.texts ?? NO_TEXTS,
    origin: written ? null : origin,
    isWritten: written !== null,
    write: setWritten,
    choose,
    isPending,
  };
}

function inputQuery(id: string) {
  return queryOptions({
    queryKey: ["filters", "input", id],
    queryFn: () => findInput(id),
    staleTime: Infinity,
  });
}
