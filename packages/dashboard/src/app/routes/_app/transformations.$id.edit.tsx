/** `/transformations/{id}/edit` */
import { createFileRoute } from "@tanstack/react-router";
import { transformationQuery } from "../../../resources/transformations/transformation-queries.ts";
import { TransformationEditScreen } from "../../../screens/transformation-editor/editor-screens.tsx";
import { EditorSearch } from "../../../resources/transformation-editor/editor-url.ts";

export const Route = createFileRoute("/_app/transformations/$id/edit")({
  validateSearch: EditorSearch,
  loader: ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(transformationQuery(id));
  },
  component: TransformationEditScreen,
});
