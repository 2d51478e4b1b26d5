/** Which filters did this person use of late in this list of this project? The browser remembers them. */
import { useProjectPreferences } from "../preferences/use-project-preferences.ts";
import { withRecent, type RecentFilter } from "./recent-filters.ts";

const NONE: readonly RecentFilter[] = [];

/** `route` is the list's address: "/events". */
export function useRecentFilters(route: string): {
  recent: readonly RecentFilter[];
  remember: (used: RecentFilter) => void;
} {
  const [{ recent_filters = {} }, change] = useProjectPreferences();
  const recent = recent_filters[route] ?? NONE;
  return {
    recent,
    remember: (used) => change({ recent_filters: { ...recent_filters, [route]: withRecent(recent, used) } }),
  };
}
