/** `/guides/{name}` */
import { createFileRoute } from "@tanstack/react-router";
import { guideQuery } from "../../../resources/guides/guides.ts";
import { GuideScreen } from "../../../screens/guide/guide-screen.tsx";

export const Route = createFileRoute("/_app/guides/$name")({
  loader: ({ context: { queryClient }, params: { name } }) => {
    void queryClient.prefetchQuery(guideQuery(name));
  },
  component: GuideScreen,
});
