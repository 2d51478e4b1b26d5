/**
 * Which things have a name with these words? The server searches, so that it finds one of thousands. Pickers ask while a
 * person types, if the project has more than the first page; the palette asks for all kinds at once.
 */
import { searchConnections } from "@posthorn/contract/connections";
import { searchDestinations } from "@posthorn/contract/destinations";
import { NAME_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { searchSources } from "@posthorn/contract/sources";
import { searchTransformations } from "@posthorn/contract/transformations";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ChoiceSearch } from "../../ui/choice-search.ts";
import { useRested } from "../../ui/use-rested.ts";
import { call } from "../api/call.ts";
import type { PickKind, PickModels, PickPage } from "./pick-kinds.ts";

const RESTS_AFTER_MS = 150;
const FRESH_MS = 30_000;
/** As many as the first page has. */
const FOUND_AT_MOST = 250;

interface Asked {
  search: string;
  limit: number;
}

type Searches = {
  [Kind in PickKind]: (asked: Asked, signal: AbortSignal) => Promise<PickPage<PickModels[Kind]>>;
};

const BY_NAME = { order_by: "name", dir: "asc" } as const;

/** In the order of their names. */
export const SEARCHES: Searches = {
  connection: (asked, signal) =>
    call(searchConnections, {
      query: { ...asked, disabled: true, order_by: "full_name", dir: "asc" },
      signal,
    }),
  source: (asked, signal) => call(searchSources, { query: { ...asked, disabled: true, ...BY_NAME }, signal }),
  destination: (asked, signal) =>
    call(searchDestinations, { query: { ...asked, disabled: true, ...BY_NAME }, signal }),
  transformation: (asked, signal) => call(searchTransformations, { query: { ...asked, ...BY_NAME }, signal }),
};

/** What a person typed, as the server takes it. */
export function searchedText(typed: string): string {
  return typed.trim().slice(0, NAME_MAX_CHARACTERS);
}

export interface Searched<Model> {
  found: readonly Model[];
  /** Undefined: all there are have been loaded, so nobody is asked. */
  search: ChoiceSearch | undefined;
}

/** `isMore`: the project has more than those that the picker shows at once. */
export function useSearched<Kind extends PickKind>(kind: Kind, isMore: boolean): Searched<PickModels[Kind]> {
  const [typed, setTyped] = useState("");
  const text = searchedText(typed);
  const rested = useRested(text, RESTS_AFTER_MS);
  const search = SEARCHES[kind];
  const { data, isFetching, isError } = useQuery({
    queryKey: ["found-by-words", kind, rested],
    queryFn:
      isMore && rested !== ""
        ? ({ signal }) => search({ search: rested, limit: FOUND_AT_MOST }, signal)
        : skipToken,
    staleTime: FRESH_MS,
    // While the next ones are looked for, the picker shows those of before that match.
    placeholderData: (before, query) => (rested !== "" && query?.queryKey[1] === kind ? before : undefined),
  });
  return {
    found: data?.models ?? [],
    search: isMore ? { onType: setTyped, note: noteOf() } : undefined,
  };

  function noteOf(): string | null {
    if (text === "") return "These are the first by name. Type to find others.";
    if (text !== rested || isFetching) return "Searching…";
    if (isError) return "The others could not be searched. Change the words to try again.";
    return data?.pagination.next === undefined ? null : "Many match. Type more to find others.";
  }
}
