/** `/metrics` redirects to its first category. */
import { createFileRoute, redirect } from "@tanstack/react-router";
import { CATEGORIES } from "../../../resources/metrics/categories.ts";
import { MetricsSearch } from "../../../screens/metrics/metrics-url.ts";

export const Route = createFileRoute("/_app/metrics/")({
  validateSearch: MetricsSearch,
  beforeLoad: ({ search }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
    throw redirect({ to: "/metrics/$category", params: { category: CATEGORIES[0] }, search, replace: true });
  },
});
