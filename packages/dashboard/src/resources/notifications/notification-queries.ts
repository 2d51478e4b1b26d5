/** Which messages about issues did not arrive? */
import type { Channel } from "@posthorn/contract/issue-triggers";
import { listFailedNotifications } from "@posthorn/contract/notifications";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

const EVERY_MS = 30_000;

export function failedNotificationsQuery(channel: Channel) {
  return queryOptions({
    queryKey: ["notifications", "failed", channel],
    queryFn: ({ signal }) => call(listFailedNotifications, { query: { channel }, signal }),
    refetchInterval: pollEvery(EVERY_MS),
  });
}
