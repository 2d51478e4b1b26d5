/** `/settings/project/quotas` */
import { createFileRoute } from "@tanstack/react-router";
import { quotasQuery } from "../../../resources/quotas/quota-queries.ts";
import { QuotasScreen } from "../../../screens/settings-quotas/quotas-screen.tsx";
import { QuotasSearch } from "../../../screens/settings-quotas/quotas-url.ts";

export const Route = createFileRoute("/_app/settings/project/quotas")({
  validateSearch: QuotasSearch,
  // Starts the query without waiting: the screen shows loading and failure itself.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(quotasQuery),
  component: QuotasScreen,
});
