/** `/transformations/new` */
import { createFileRoute } from "@tanstack/react-router";
import { TransformationNewScreen } from "../../../screens/transformation-editor/editor-screens.tsx";
import { EditorSearch } from "../../../resources/transformation-editor/editor-url.ts";

export const Route = createFileRoute("/_app/transformations/new")({
  validateSearch: EditorSearch,
  component: TransformationNewScreen,
});
