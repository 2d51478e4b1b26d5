/** `/get-started` */
import { createFileRoute } from "@tanstack/react-router";
import { firstStepsQuery } from "../../../resources/sample-project/first-steps-query.ts";
import { GetStartedScreen } from "../../../screens/get-started/get-started-screen.tsx";

export const Route = createFileRoute("/_app/get-started")({
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(firstStepsQuery),
  component: GetStartedScreen,
});
