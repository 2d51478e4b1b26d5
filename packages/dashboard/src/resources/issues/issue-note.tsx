/**
 * The open issue of a thing in one line: what is wrong, since when, and how many more there are.
 *
 * It takes the room that is left in its row. With little room the time goes first, then the title becomes one word.
 */
import { Link } from "@tanstack/react-router";
import { cx } from "class-variance-authority";
import { countText } from "../../ui/count.ts";
import { linkClass } from "../../ui/link-class.ts";
import { minuteClock, minuteTime } from "../../ui/time.ts";
import { useNow } from "../../ui/use-now.ts";
import { ISSUE_STATUS_LABELS } from "./issue-status-badge.tsx";
import { issueTitle } from "./issue-title.ts";
import { ISSUE_TYPE_WORDS } from "./issue-type-words.ts";
import type { IssueNoteProps } from "./open-issue-note.tsx";

export function IssueNote({ first, name, count, concerns }: IssueNoteProps) {
  const { id, type, status, opened_at } = first;
  const { icon: Icon } = ISSUE_TYPE_WORDS[type];
  const title = issueTitle(first, name);
  return (
    <section
      aria-label={`${ISSUE_STATUS_LABELS[status]} issue`}
      className="@container min-w-0 flex-1 text-sm"
    >
      <p className="flex items-baseline gap-1.5 text-ink-3">
        <Icon
          aria-hidden
          className={cx("size-3.5 shrink-0 self-center", status === "OPENED" ? "text-bad" : "text-wait")}
        />
        <Link
          to="/issues/$id"
          params={{ id }}
          data-tooltip={`${ISSUE_STATUS_LABELS[status]} issue: ${title}`}
          className={cx(linkClass, "truncate text-ink")}
        >
          <span className="@[11rem]:hidden">
            Issue<span className="sr-only">: </span>
          </span>
          <span className="@max-[11rem]:sr-only">{title}</span>
        </Link>
        <span className="shrink-0 @max-[16rem]:hidden">
          since <Since value={opened_at} />
        </span>
        {count > 1 ? (
          <Link
            to="/issues"
            search={{ concerns, ...(status === "OPENED" ? {} : { tab: status }) }}
            className={cx(linkClass, "shrink-0 @max-[11rem]:hidden")}
          >
            and {countText(count - 1)} more
          </Link>
        ) : null}
      </p>
    </section>
  );
}

/** `03:12` of today, `Nov 14 03:12` of another day. The tooltip has all of it. */
function Since({ value }: { value: string }) {
  const at = new Date(value);
  const isToday = at.toDateString() === useNow().toDateString();
  return (
    <time dateTime={value} data-timestamp={value} className="whitespace-nowrap tabular-nums">
      {isToday ? minuteClock(at) : minuteTime(at)}
    </time>
  );
}
