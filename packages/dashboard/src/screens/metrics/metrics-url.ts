/** What does the address of /metrics/{category} carry? The date range, the chosen entities, and the expanded chart. */
import { dateSearch } from "../../resources/list-filters/date-search.ts";
import type { EntityFilter } from "../../resources/metrics/metric-queries.ts";
import { CATEGORY_DIMENSIONS, METRIC_IDS, type Category } from "../../resources/metrics/categories.ts";
import { idOf } from "../../ui/list/list-url.ts";
import { fields, listOf, oneOf, type Read } from "../../ui/read.ts";

export const MetricsSearch = fields({
  date: dateSearch(),
  source_id: listOf(idOf("src_")),
  webhook_id: listOf(idOf("web_")),
  destination_id: listOf(idOf("des_", "dst_")),
  expanded: oneOf(METRIC_IDS),
});
export type MetricsSearch = Read<typeof MetricsSearch>;

/** Only the dimension of the category: the charts of sources know nothing about destinations. */
export function filterOf(category: Category, search: MetricsSearch): EntityFilter {
  const dimension = CATEGORY_DIMENSIONS[category];
  const chosen = search[dimension];
  return chosen === undefined ? {} : { [dimension]: chosen };
}

/** Another category keeps the dates. Everything else belongs to the one that is left. */
export function inOtherCategory({ date }: MetricsSearch): Partial<MetricsSearch> {
  return date === undefined ? {} : { date };
}
