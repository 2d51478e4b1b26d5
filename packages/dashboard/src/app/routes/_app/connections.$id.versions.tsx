/** `/connections/{id}/versions` */
import { createFileRoute } from "@tanstack/react-router";
import { ConnectionVersions } from "../../../screens/connection/versions/connection-versions.tsx";
import { VersionsSearch } from "../../../screens/connection/versions/versions-url.ts";

export const Route = createFileRoute("/_app/connections/$id/versions")({
  validateSearch: VersionsSearch,
  component: ConnectionVersions,
});
