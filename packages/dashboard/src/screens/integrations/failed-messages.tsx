/** Which messages did not arrive at a channel, why, and does Posthorn try again? */
import type { Channel } from "@posthorn/contract/issue-triggers";
import type { FailedNotification } from "@posthorn/contract/notifications";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { failedNotificationsQuery } from "../../resources/notifications/notification-queries.ts";
import { linkClass } from "../../ui/link-class.ts";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";

/** The newest say enough: the others mostly have the same reason. */
const SHOWN = 5;

export function FailedMessages({ channel }: { channel: Channel }) {
  const failed = useQuery(failedNotificationsQuery(channel));
  if (failed.isError)
    return <LoadFailedLine what="The messages" error={failed.error} onRetry={() => failed.refetch()} />;
  const messages = failed.data?.models ?? [];
  if (messages.length === 0)
    return <p className="text-sm text-ink-2">No message about an issue has failed.</p>;
  const more = messages.length - SHOWN;
  return (
    <>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {messages.slice(0, SHOWN).map((message) => (
          <FailedMessage key={message.issue_id} message={message} />
        ))}
      </ul>
      {more > 0 ? <p className="mt-1.5 text-xs text-ink-3">and {more} more</p> : null}
    </>
  );
}

function FailedMessage({
  message: { issue_id, error, failed_at, next_try_at },
}: {
  message: FailedNotification;
}) {
  return (
    <li className="px-3 py-2 text-sm">
      <p>{error}</p>
      <p className="mt-0.5 text-xs text-ink-2">
        Failed <Timestamp value={failed_at} />.{" "}
        {next_try_at === null ? (
          "Posthorn has given up, and tries again when the issue opens again."
        ) : (
          <>
            Posthorn tries again <Timestamp value={next_try_at} />.
          </>
        )}{" "}
        <Link to="/issues/$id" params={{ id: issue_id }} className={linkClass}>
          Open the issue
        </Link>
      </p>
    </li>
  );
}
