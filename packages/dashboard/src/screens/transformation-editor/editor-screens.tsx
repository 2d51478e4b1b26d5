/** /transformations/{id}/edit and /transformations/new: the same editor, with a stored transformation or without. */
import type { Transformation } from "@posthorn/contract/transformations";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { TransformationEditor } from "../../resources/transformation-editor/transformation-editor.tsx";
import { transformationQuery } from "../../resources/transformations/transformation-queries.ts";
import { EntityGone, whyGone } from "../../ui/entity-page/entity-gone.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";

const editRoute = getRouteApi("/_app/transformations/$id/edit");
const newRoute = getRouteApi("/_app/transformations/new");

export function TransformationEditScreen() {
  const { id } = editRoute.useParams();
  const search = editRoute.useSearch();
  const navigate = editRoute.useNavigate();
  const transformation = useQuery(transformationQuery(id));
  const gone = whyGone(transformation.error);
  if (gone !== null)
    return (
      <EntityGone
        kind="Transformation"
        why={gone}
        listLabel="Transformations"
        renderListLink={(props) => <Link to="/transformations" {...props} />}
      />
    );
  const close = (ignoreBlocker: boolean) =>
    navigate({ to: "/transformations/$id", params: { id }, ignoreBlocker });
  if (!transformation.data)
    return (
      <main className="min-h-0 flex-1 overflow-y-auto px-5 py-5">
        {transformation.isError ? (
          <LoadFailed error={transformation.error} onRetry={transformation.refetch} isPage />
        ) : (
          <TextSkeleton label="Transformation" lines={8} />
        )}
      </main>
    );
  return (
    <TransformationEditor
      isPage
      key={id}
      stored={transformation.data}
      search={search}
      onSearch={(next, how) => void navigate({ search: next, replace: how === "replace" })}
      onClose={() => void close(true)}
      onSaved={() => close(false)}
    />
  );
}

export function TransformationNewScreen() {
  const search = newRoute.useSearch();
  const navigate = useNavigate();
  const goTo = ({ id }: Transformation) => navigate({ to: "/transformations/$id", params: { id } });
  return (
    <TransformationEditor
      isPage
      stored={null}
      search={search}
      onSearch={(next, how) => void navigate({ to: ".", search: next, replace: how === "replace" })}
      onClose={() => void navigate({ to: "/transformations", ignoreBlocker: true })}
      onSaved={goTo}
    />
  );
}
