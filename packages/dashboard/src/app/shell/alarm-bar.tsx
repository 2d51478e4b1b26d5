/** What does an admin read about an alarm? Most visits never see one, so this code loads with the first alarm. */
import type { AlarmName } from "@posthorn/contract/alarms";
import type { Alarm } from "@posthorn/contract/notice";
import { cx } from "class-variance-authority";
import { OctagonAlert } from "lucide-react";
import { GuideLink } from "../../resources/guides/guide-link.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { Timestamp } from "../../ui/timestamp.tsx";
import { PageBar } from "./page-bar.tsx";

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

export function AlarmBar({ name, since }: Alarm) {
  const { what, effect, line } = ALARM_WORDS[name];
  return (
    <PageBar icon={OctagonAlert} iconClass="text-bad">
      <strong className="font-semibold">{what}</strong>, since <Timestamp value={since} />. {effect} See{" "}
      <code className="mono">{line}</code> in the log.{" "}
      <GuideLink guide="alarms" className={cx(linkClass, "whitespace-nowrap")}>
        What to do
      </GuideLink>
    </PageBar>
  );
}
