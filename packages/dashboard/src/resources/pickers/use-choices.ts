/**
 * What does a field of a form offer to choose from? The first of the project by name, those that a person finds by typing,
 * and the one that is chosen already.
 *
 * A link or a stored form may name one that is beyond the first page, or that does not exist. It is loaded by its id.
 */
import { useQuery } from "@tanstack/react-query";
import type { ChoiceSearch } from "../../ui/choice-search.ts";
import { whyGone } from "../../ui/entity-page/entity-gone.tsx";
import { connectionQuery } from "../connections/connection-queries.ts";
import { destinationQuery } from "../destinations/destination-queries.ts";
import type { ListQuery } from "../live-lists/use-live-rows.ts";
import { sourceQuery } from "../sources/source-queries.ts";
import { transformationQuery } from "../transformations/transformation-queries.ts";
import { PICK_KINDS, type PickKind, type PickModels } from "./pick-kinds.ts";
import { useSearched } from "./search-by-words.ts";

export interface Choices<Model> {
  models: readonly Model[];
  /** Null: nothing is chosen, or nobody knows its name yet. */
  chosen: Model | null;
  /** The project has none. */
  isEmpty: boolean;
  isPending: boolean;
  /** Why there is no list; null if there is. */
  error: Error | null;
  onRetry: () => Promise<unknown>;
  /** The chosen one does not exist (any more). */
  isChosenGone: boolean;
  search: ChoiceSearch | undefined;
}

const ONE: { [Kind in PickKind]: (id: string) => ListQuery<PickModels[Kind]> } = {
  connection: connectionQuery,
  source: sourceQuery,
  destination: destinationQuery,
  transformation: transformationQuery,
};

export function useChoices<Kind extends PickKind>(kind: Kind, chosenId: string): Choices<PickModels[Kind]> {
  const list = useQuery(PICK_KINDS[kind].first);
  const first = list.data?.models ?? [];
  const { found, search } = useSearched(kind, list.data?.pagination.next !== undefined);
  const known = [...first, ...found.filter(({ id }) => !first.some((one) => one.id === id))];
  const listed = known.find(({ id }) => id === chosenId);
  const isMissing = list.isSuccess && chosenId !== "" && !first.some(({ id }) => id === chosenId);
  // Also loads one that was just found, so that it keeps its name when a person types other words.
  const one = useQuery({ ...ONE[kind](chosenId), enabled: isMissing });
  const chosen = listed ?? (isMissing ? one.data : undefined) ?? null;
  return {
    models: listed === undefined && chosen ? [chosen, ...known] : known,
    chosen,
    isEmpty: list.isSuccess && first.length === 0,
    isPending: list.isPending || (isMissing && chosen === null && one.isPending),
    error: list.error ?? (isMissing && chosen === null && whyGone(one.error) === null ? one.error : null),
    onRetry: () => (list.isError ? list.refetch() : one.refetch()),
    isChosenGone: isMissing && chosen === null && whyGone(one.error) !== null,
    search,
  };
}
