/** What do the endpoints of markers answer? */
import { MARKER_AHEAD_MAX_MS } from "@posthorn/contract/limits";
import * as contract from "@posthorn/contract/markers";
import { insertMarker } from "../../store/markers.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { Serve } from "../call.ts";
import { pageReply } from "../lists/read-page.ts";
import { invalid } from "../validation.ts";
import { markerView } from "./marker-view.ts";
import { readMarkerPage } from "./markers.sql.ts";

/** As the database reads it. Its calendar and ours agree on the years since 1970. */
function momentOf(text: string): string {
  const moment = new Date(text);
  if (moment.getTime() < 0) throw invalid("at may not be before 1970");
  if (moment.getTime() > Date.now() + MARKER_AHEAD_MAX_MS) throw invalid("at may not be in the future");
  return moment.toISOString();
}

export function serveMarkers(serve: Serve, { db }: ApiDeps): void {
  serve(contract.listMarkers, async ({ team_id, query }) =>
    pageReply(await readMarkerPage(db, team_id, query), markerView),
  );
  serve(contract.createMarker, async ({ team_id, body: { title, url = null, at = null } }) =>
    markerView(await insertMarker(db, { team_id, title, url, at: at && momentOf(at) })),
  );
}
