/** `/guides` */
import { createFileRoute } from "@tanstack/react-router";
import { guidesQuery } from "../../../resources/guides/guides.ts";
import { GuidesScreen } from "../../../screens/guides/guides-screen.tsx";

export const Route = createFileRoute("/_app/guides/")({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(guidesQuery);
  },
  component: GuidesScreen,
});
