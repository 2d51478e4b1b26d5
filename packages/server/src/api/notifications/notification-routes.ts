/** How does a person see which notifications have not arrived, and try a channel? */
import { CHANNELS } from "@posthorn/contract/issue-triggers";
import { publicId } from "@posthorn/contract/ids";
import * as contract from "@posthorn/contract/notifications";
import { type FailedNotificationRow, readFailedNotifications } from "../../store/notifications.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { Serve } from "../call.ts";

/** More than a person reads. */
const FAILED_MAX = 50;

export function serveNotifications(serve: Serve, { db, notifier }: ApiDeps): void {
  serve(contract.listFailedNotifications, async ({ team_id, query: { channel = null } }) => ({
    models: (await readFailedNotifications(db, team_id, FAILED_MAX, channel)).map(view),
  }));

  serve(contract.sendTestNotification, async ({ team_id, body: { channels } }) => ({
    models: await Promise.all(
      CHANNELS.flatMap((channel) => {
        const settings = channels[channel];
        if (settings === undefined) return [];
        return [notifier.sendTest({ team_id, channel, settings }).then((error) => ({ channel, error }))];
      }),
    ),
  }));
}

function view({
  issue_id,
  channel,
  error,
  failed_at,
  due_at,
}: FailedNotificationRow): contract.FailedNotification {
  return { issue_id: publicId("issue", issue_id), channel, error, failed_at, next_try_at: due_at };
}
