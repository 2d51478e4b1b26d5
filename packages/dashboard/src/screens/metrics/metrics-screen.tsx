/**
 * /metrics/{category}: how much flows, how fast, how well? A grid of charts over one date range.
 *
 * The address holds category, dates, chosen entities and the expanded chart. A drag in a chart narrows the dates, and
 * Back undoes it.
 */
import { COUNTERS_KEPT_DAYS } from "@posthorn/contract/limits";
import { getRouteApi, Link } from "@tanstack/react-router";
import { DateFilterChip } from "../../resources/list-filters/date-filter-chip.tsx";
import { NamesPickChip } from "../../resources/pickers/names-pick-chip.tsx";
import { CountedRange } from "../../resources/metrics/counted-range.tsx";
import { DIMENSION_KINDS, useEntityNames } from "../../resources/metrics/entity-names.ts";
import {
  CATEGORIES,
  CATEGORY_DIMENSIONS,
  CATEGORY_LABELS,
  type Category,
} from "../../resources/metrics/categories.ts";
import { RefreshMetrics } from "../../resources/metrics/refresh-metrics.tsx";
import { changePreferences, usePreferences } from "../../resources/preferences/preferences-store.ts";
import { TabLinks, tabLink } from "../../ui/entity-page/tab-links.tsx";
import { FILTER } from "../../ui/list/chip.tsx";
import { FiltersBar } from "../../ui/list/filters-bar.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { useShortcuts } from "../../ui/shortcuts/use-shortcuts.ts";
import { MetricGrid } from "./metric-grid.tsx";
import { MetricsExport } from "./metrics-export.tsx";
import { filterOf, inOtherCategory, type MetricsSearch } from "./metrics-url.ts";
import { dateOf, shownMetrics } from "./shown-metrics.ts";

const route = getRouteApi("/_app/metrics/$category");

const ENTITY_LABELS: Record<Category, string> = {
  sources: "Source",
  connections: "Connection",
  destinations: "Destination",
};

const VIEWS = [
  { value: "chart", label: "Charts" },
  { value: "table", label: "Tables" },
] as const;

export function MetricsScreen() {
  const { category } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const view = usePreferences((preferences) => preferences.metrics_view);
  const dimension = CATEGORY_DIMENSIONS[category];
  const names = useEntityNames(dimension, search[dimension] ?? []);
  const change = (part: Partial<MetricsSearch>) => void navigate({ search: { ...search, ...part } });
  useShortcuts("Metrics", {
    f: { label: "Filter", run: () => document.querySelector<HTMLElement>(`[${FILTER}]`)?.focus() },
    ...(search.expanded !== undefined && {
      Escape: { label: "Show all charts", run: () => change({ expanded: undefined }) },
    }),
  });
  const date = dateOf(search);
  const filter = filterOf(category, search);
  const [first] = shownMetrics(category, search);
  return (
    <>
      <PageHeader title="Metrics" tabTitle={`${CATEGORY_LABELS[category]} metrics`}>
        {first ? <RefreshMetrics metric={first} date={date} filter={filter} /> : null}
        <MetricsExport />
      </PageHeader>
      <TabLinks label="Metrics">
        {CATEGORIES.map((one) => (
          <Link
            key={one}
            {...tabLink}
            to="/metrics/$category"
            params={{ category: one }}
            search={one === category ? search : inOtherCategory(search)}
          >
            {CATEGORY_LABELS[one]}
          </Link>
        ))}
      </TabLinks>
      <main className="flex min-h-0 flex-1 flex-col gap-3 pt-3">
        <div className="px-5 max-md:px-3">
          <FiltersBar
            aside={
              <>
                {first ? <CountedRange metric={first} date={date} filter={filter} /> : null}
                <SegmentedControl
                  label="View"
                  value={view}
                  choices={VIEWS}
                  onChange={(metrics_view) =>
                    changePreferences((preferences) => ({ ...preferences, metrics_view }))
                  }
                />
              </>
            }
          >
            <DateFilterChip
              date={date}
              keptDays={COUNTERS_KEPT_DAYS.day}
              onChange={(chosen) => change({ date: chosen })}
            />
            <NamesPickChip
              label={ENTITY_LABELS[category]}
              kind={DIMENSION_KINDS[dimension]}
              values={search[dimension]}
              onChange={(chosen) => change({ [dimension]: chosen })}
              onClear={search[dimension] ? () => change({ [dimension]: undefined }) : undefined}
            />
          </FiltersBar>
        </div>
        <MetricGrid
          category={category}
          search={search}
          date={date}
          filter={filter}
          names={names}
          isTable={view === "table"}
          onDate={(chosen) => change({ date: chosen })}
        />
      </main>
    </>
  );
}
