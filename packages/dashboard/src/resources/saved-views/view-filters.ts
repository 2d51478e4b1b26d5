/**
 * Which filters does a view have, which address does it open, and which views stand in the bar?
 *
 * Pure. An address may have fields without a value; a stored view has none. Two sets of filters are the same if all
 * fields with a value are.
 */
import { SAVED_VIEWS_MAX } from "@posthorn/contract/limits";
import {
  CLI_VIEW_ID,
  type SavedView,
  type ViewedResource,
  type ViewFilters,
} from "@posthorn/contract/saved-views";
import { stringifySearch } from "@posthorn/contract/search-codec";
import { CLI_VIEW_NOT_EDITABLE, VIEWS_LIMIT_REACHED } from "@posthorn/contract/texts";

/** More would push the buttons beside them out of a laptop's window. The others are in a menu. */
const TABS_MOST = 5;

const NO_FILTER = "Choose a filter first.";
const NOTHING_CHANGED = "Nothing has changed";

/** Undefined if nothing in it has a value. */
function withValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
  if (typeof value !== "object" || value === null) return value === "" ? undefined : value;
  const kept = Object.entries(value)
    .map(([name, inner]) => [name, withValues(inner)] as const)
    .filter(([, inner]) => inner !== undefined);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

export function givenFilters(filters: object): ViewFilters {
  const given = Object.entries(filters)
    .map(([name, value]) => [name, withValues(value)] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

/** Text that is equal for equal filters, whatever the order of their names. */
function canonical(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, canonical(inner)]);
}

export function areSameFilters(a: object, b: object): boolean {
  return JSON.stringify(canonical(givenFilters(a))) === JSON.stringify(canonical(givenFilters(b)));
}

export interface ViewPlace {
  id?: string | undefined;
  filters?: object;
  is_cli?: boolean;
}

/** Below the base path. Without an id and filters: the whole list. */
export function viewAddress(resource: ViewedResource, { id, filters = {}, is_cli }: ViewPlace): `/${string}` {
  const search = stringifySearch({ ...givenFilters(filters), ...(id !== undefined && { view_id: id }) });
  return `/${resource}${is_cli ? "/cli" : ""}${search}`;
}

/** The views with a tab, by name. The current one always has one. */
export function splitViews(
  views: readonly SavedView[],
  currentId: string | undefined,
): { tabs: readonly SavedView[]; others: readonly SavedView[] } {
  if (views.length <= TABS_MOST) return { tabs: views, others: [] };
  const at = views.findIndex(({ id }) => id === currentId);
  const last = views[at];
  const tabs = last && at >= TABS_MOST ? [...views.slice(0, TABS_MOST - 1), last] : views.slice(0, TABS_MOST);
  return { tabs, others: views.filter((view) => !tabs.includes(view)) };
}

export interface SaveQuestion {
  filters: object;
  /** The view that is open: a stored one, the CLI view, or none. */
  current: SavedView | typeof CLI_VIEW_ID | undefined;
  viewCount: number;
  /** Why this person may not save at all. */
  refusal: string | undefined;
}

/** Why each button cannot be pressed; undefined if it can. */
export function whyNotSave({ filters, current, viewCount, refusal }: SaveQuestion): {
  save: string | undefined;
  saveAsNew: string | undefined;
} {
  const noFilter = Object.keys(givenFilters(filters)).length === 0 ? NO_FILTER : undefined;
  const isFull = viewCount >= SAVED_VIEWS_MAX;
  return {
    save:
      refusal ??
      (current === CLI_VIEW_ID ? CLI_VIEW_NOT_EDITABLE : noFilter) ??
      (typeof current === "object" && areSameFilters(current.filters, filters) ? NOTHING_CHANGED : undefined),
    saveAsNew: refusal ?? (isFull ? VIEWS_LIMIT_REACHED : noFilter),
  };
}
