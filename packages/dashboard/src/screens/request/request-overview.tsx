/** /requests/{id}, Overview: what happened to the request, and what the sender sent. */
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { RequestArchivalBanner } from "../../resources/requests/request-archival-banner.tsx";
import { RequestData } from "../../resources/requests/request-data.tsx";
import { MainProperties, MoreProperties } from "../../resources/requests/request-properties.tsx";
import { requestQuery } from "../../resources/requests/request-queries.ts";
import { RequestSummary } from "../../resources/requests/request-summary.tsx";
import { EntityOverview } from "../../ui/entity-page/entity-overview.tsx";

const route = getRouteApi("/_app/requests/$id/");

export function RequestOverview() {
  const { id } = route.useParams();
  const { data: request } = useSuspenseQuery(requestQuery(id)); // the frame has loaded it
  return (
    <EntityOverview
      properties={
        <>
          <MainProperties request={request} />
          <MoreProperties request={request} />
        </>
      }
    >
      <RequestSummary request={request} />
      <RequestArchivalBanner request={request} />
      <RequestData request={request} />
    </EntityOverview>
  );
}
