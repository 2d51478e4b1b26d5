/** What can be replayed since 2026-09-01? Requests and events. */
import { replayEvent, replayRequest } from "@posthorn/contract/replay";
import type { Difference } from "./difference.ts";

export const replays: Difference = {
  name: "replays-of-one",
  summary:
    "`POST /requests/{id}/replay` and `POST /events/{id}/replay` send what came in through the rules once more and answer `{requests, events}`, one request for each source that the chosen connections have",
  also: [replayRequest, replayEvent],
};
