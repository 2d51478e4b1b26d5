/** `/settings/account/profile`: the own account. */
import { createFileRoute } from "@tanstack/react-router";
import { accountQuery } from "../../../resources/account/account-queries.ts";
import { ProfileScreen } from "../../../screens/settings-profile/profile-screen.tsx";

export const Route = createFileRoute("/_app/settings/account/profile")({
  // Starts the query without waiting: the screen shows loading and failure itself.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(accountQuery),
  component: ProfileScreen,
});
