/** `/connect/{source_id}?provider=` */
import { createFileRoute } from "@tanstack/react-router";
import { ConnectedScreen } from "../../../screens/connect/connected-screen.tsx";
import { ConnectSearch } from "../../../screens/connect/connect-url.ts";
import { sourceQuery } from "../../../resources/sources/source-queries.ts";

export const Route = createFileRoute("/_app/connect/$source_id")({
  validateSearch: ConnectSearch,
  loader: ({ context: { queryClient }, params }) => {
    void queryClient.prefetchQuery(sourceQuery(params.source_id));
  },
  component: ConnectedScreen,
});
