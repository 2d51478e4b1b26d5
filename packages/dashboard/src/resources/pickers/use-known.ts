/**
 * Which things of a kind does the page know? The first of the project by name, and these by their ids.
 *
 * An id may come from a link and belong to something that is not on the first page, or that is deleted. If all are on it,
 * no second call is made.
 */
import { FILTER_MAX_VALUES } from "@posthorn/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { NAMES_FRESH_MS } from "../connections/connection-queries.ts";
import { PICK_KINDS, type PickKind, type PickModels } from "./pick-kinds.ts";

export interface Known<Model> {
  first: readonly Model[];
  /** Those of the ids that are not among the first. */
  others: readonly Model[];
  /** The project has more than the first. */
  isMore: boolean;
  isLoading: boolean;
  isFailed: boolean;
}

/** `isAsked`: somebody needs them now. */
export function useKnown<Kind extends PickKind>(
  kind: Kind,
  ids: readonly string[],
  isAsked = true,
): Known<PickModels[Kind]> {
  const { first, byId } = PICK_KINDS[kind];
  // Without placeholders: a page may change from one kind to another.
  const listed = useQuery({
    ...first,
    staleTime: NAMES_FRESH_MS,
    placeholderData: undefined,
    enabled: isAsked,
  });
  const models = listed.data?.models ?? [];
  const missing = ids.filter((id) => !models.some((model) => model.id === id)).toSorted();
  const queryKey = [`${kind}s`, "by-id", missing];
  const others = useQuery({
    queryKey,
    queryFn: ({ signal }) => byId({ id: missing, limit: FILTER_MAX_VALUES }, signal),
    staleTime: NAMES_FRESH_MS,
    enabled: !listed.isPending && missing.length > 0,
    // An id that is added leaves the others of its kind their names.
    placeholderData: (before, query) => (query?.queryKey[0] === queryKey[0] ? before : undefined),
    retry: false,
  });
  return {
    first: models,
    others: missing.length === 0 ? [] : (others.data?.models ?? []),
    isMore: listed.data?.pagination.next !== undefined,
    isLoading: listed.isPending || (missing.length > 0 && (others.isPending || others.isPlaceholderData)),
    isFailed: (listed.isError && !listed.data) || others.isError,
  };
}
