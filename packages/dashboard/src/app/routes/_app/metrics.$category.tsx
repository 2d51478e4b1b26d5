/** `/metrics/{category}` */
import { createFileRoute, notFound } from "@tanstack/react-router";
import { CATEGORIES, type Category } from "../../../resources/metrics/categories.ts";
import { MetricsScreen } from "../../../screens/metrics/metrics-screen.tsx";
import { MetricsSearch } from "../../../screens/metrics/metrics-url.ts";

export const Route = createFileRoute("/_app/metrics/$category")({
  validateSearch: MetricsSearch,
  params: {
    parse: ({ category }): { category: Category } => {
      const known = CATEGORIES.find((one) => one === category);
      // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown object
      if (!known) throw notFound();
      return { category: known };
    },
    stringify: ({ category }) => ({ category }),
  },
  loaderDeps: ({ search }) => search,
  // Starts the queries without waiting, so that the charts' data and code load at the same time.
  loader: async ({ context: { queryClient }, params: { category }, deps }) => {
    const { startMetrics } = await import("../../../screens/metrics/start-metrics.ts");
    startMetrics(queryClient, category, deps);
  },
  component: MetricsScreen,
});
