/** What can be replayed since 2026-09-01? Requests, one or many, and events. */
import { bulkReplayRequests } from "@posthorn/contract/bulk";
import { replayEvent, replayRequest } from "@posthorn/contract/replay";
import type { Difference } from "./difference.ts";

export const replays: Difference = {
  name: "replays-of-one",
  summary:
    "`POST /requests/{id}/replay` and `POST /events/{id}/replay` send what came in through the rules once more and answer `{requests, events}`, one request for each source that the chosen connections have",
  also: [replayRequest, replayEvent],
};

export const bulkReplays: Difference = {
  name: "bulk-replays",
  summary:
    "`/bulk/requests/replay` replays every request that fits its query; the query's `target: {source_id?, webhook_ids?}` says where to, and must be there to begin",
  also: Object.values(bulkReplayRequests),
};
