/**
 * Bars above the page: the alarms of the product, what the operator tells everybody, and that the product is not ready.
 *
 * A person can dismiss a notice. The browser remembers the text, so another one shows again. The server sends alarms to
 * admins only; an alarm stays until it ends.
 */
import type { AlarmName } from "@posthorn/contract/alarms";
import type { Alarm } from "@posthorn/contract/notice";
import { useQuery } from "@tanstack/react-query";
import { cx } from "class-variance-authority";
import { OctagonAlert, TriangleAlert, X, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { GuideLink } from "../../resources/guides/guide-link.tsx";
import { changePreferences, usePreferences } from "../../resources/preferences/preferences-store.ts";
import { noticeQuery } from "../../resources/session/session-queries.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { Timestamp } from "../../ui/timestamp.tsx";

/** What happened, what follows from it, and the line of the log that says why. The guide has a section for each. */
const ALARM_WORDS: Record<AlarmName, { what: string; effect: string; line: string }> = {
  settling_refused: {
    what: "The database refused to store how some attempts ended",
    effect: "Their events ended as failed, with the error UNKNOWN.",
    line: "attempt.settling_refused",
  },
  take_over_failed: {
    what: "No process can continue the work of one that died",
    effect: "Some events that it held are not delivered.",
    line: "process.not_taken_over",
  },
  events_stranded: {
    what: "Some events of a process that died cannot be released",
    effect: "They are not delivered.",
    line: "leases.not_released",
  },
  reload_failed: {
    what: "A process cannot read changes of sources, connections or destinations",
    effect: "It works with the old ones.",
    line: "routing.reload_failed",
  },
};

export function NoticeBar() {
  const told = useQuery(noticeQuery).data;
  const dismissed = usePreferences((preferences) => preferences.dismissed_notice);
  if (!told) return null;
  const { notice, alarms } = told;
  return (
    <>
      {alarms.map((alarm) => (
        <AlarmBar key={alarm.name} {...alarm} />
      ))}
      {notice === null || notice.text === dismissed ? null : <DismissibleBar {...notice} />}
    </>
  );
}

function AlarmBar({ name, since }: Alarm) {
  const { what, effect, line } = ALARM_WORDS[name];
  return (
    <Bar icon={OctagonAlert} iconClass="text-bad">
      <strong className="font-semibold">{what}</strong>, since <Timestamp value={since} />. {effect} See{" "}
      <code className="mono">{line}</code> in the log.{" "}
      <GuideLink guide="alarms" className={cx(linkClass, "whitespace-nowrap")}>
        What to do
      </GuideLink>
    </Bar>
  );
}

function DismissibleBar({ text, url }: { text: string; url: string | null }) {
  return (
    <Bar
      icon={TriangleAlert}
      iconClass="text-wait"
      action={
        <IconButton
          label="Dismiss"
          icon={<X />}
          onClick={() => changePreferences((preferences) => ({ ...preferences, dismissed_notice: text }))}
        />
      }
    >
      {text}
      {url === null ? null : (
        <>
          {" "}
          <a href={url} target="_blank" rel="noreferrer" className={linkClass}>
            Status page
          </a>
        </>
      )}
    </Bar>
  );
}

interface BarProps {
  icon: LucideIcon;
  iconClass: string;
  action?: ReactNode;
  children: ReactNode;
}

function Bar({ icon: Icon, iconClass, action, children }: BarProps) {
  return (
    <output className="flex shrink-0 items-start gap-2.5 border-b border-line bg-surface py-1.5 pr-2 pl-5 text-sm max-md:pl-3">
      <Icon aria-hidden className={cx("mt-2 size-4 shrink-0", iconClass)} />
      <p className="min-w-0 flex-1 py-1.5 [overflow-wrap:anywhere]">{children}</p>
      {action}
    </output>
  );
}
