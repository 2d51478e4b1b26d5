/**
 * Which sources and destinations can be chosen? The first of the project by name, and the one that is chosen already.
 *
 * A link may name one that is beyond the first page, or that does not exist. It is loaded by its id. Pickers and the course
 * of a request ask here, so both know the same names.
 */
import type { Destination } from "@posthorn/contract/destinations";
import type { Source } from "@posthorn/contract/sources";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { destinationQuery, destinationsQuery } from "../../resources/destinations/destination-queries.ts";
import { sourceQuery, sourcesQuery } from "../../resources/sources/source-queries.ts";
import { whyGone } from "../../ui/entity-page/entity-gone.tsx";

export interface Ends<Model> {
  models: readonly Model[];
  /** The project has none. */
  isEmpty: boolean;
  isPending: boolean;
  /** Why there is no list; null if there is. */
  error: Error | null;
  onRetry: () => Promise<unknown>;
  /** The chosen one does not exist (any more). */
  isChosenGone: boolean;
}

export function useSources(chosenId: string): Ends<Source> {
  const list = useQuery(sourcesQuery());
  const chosen = useQuery({ ...sourceQuery(chosenId), enabled: isMissing(list.data?.models, chosenId) });
  return endsOf(list, chosen, isMissing(list.data?.models, chosenId));
}

export function useDestinations(chosenId: string): Ends<Destination> {
  const list = useQuery(destinationsQuery());
  const chosen = useQuery({ ...destinationQuery(chosenId), enabled: isMissing(list.data?.models, chosenId) });
  return endsOf(list, chosen, isMissing(list.data?.models, chosenId));
}

function isMissing(models: readonly { id: string }[] | undefined, chosenId: string): boolean {
  return models !== undefined && chosenId !== "" && !models.some(({ id }) => id === chosenId);
}

function endsOf<Model>(
  list: UseQueryResult<{ models: readonly Model[] }>,
  chosen: UseQueryResult<Model>,
  isChosenMissing: boolean,
): Ends<Model> {
  const listed = list.data?.models ?? [];
  return {
    models: isChosenMissing && chosen.data ? [chosen.data, ...listed] : listed,
    isEmpty: list.isSuccess && listed.length === 0,
    isPending: list.isPending || (isChosenMissing && chosen.isPending),
    error: list.error ?? (isChosenMissing && whyGone(chosen.error) === null ? chosen.error : null),
    onRetry: () => (list.isError ? list.refetch() : chosen.refetch()),
    isChosenGone: isChosenMissing && whyGone(chosen.error) !== null,
  };
}
