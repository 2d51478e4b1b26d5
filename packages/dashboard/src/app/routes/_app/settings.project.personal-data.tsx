/** `/settings/project/personal-data` */
import { createFileRoute } from "@tanstack/react-router";
import { erasuresQuery } from "../../../resources/erasures/erasure-queries.ts";
import { PersonalDataScreen } from "../../../screens/settings-personal-data/personal-data-screen.tsx";

export const Route = createFileRoute("/_app/settings/project/personal-data")({
  // Starts the query without waiting: the screen shows loading and failure itself.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(erasuresQuery),
  component: PersonalDataScreen,
});
