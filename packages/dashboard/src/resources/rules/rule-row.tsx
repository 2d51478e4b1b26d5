/**
 * One rule in the form, as one line: whether it is on, its icon, name and explanation, and what it does in a few words.
 *
 * Its settings unfold below the line when the person switches it on or asks for them, and after a failed save if one of
 * them is wrong. A rule that is there from the start is right, so it begins folded.
 */
import type { Rule } from "@posthorn/contract/rules";
import { cx } from "class-variance-authority";
import { ChevronRight } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { Checkbox } from "../../ui/checkbox.tsx";
import { useFormStatus } from "../../ui/form/form-status.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { RuleIcon } from "./rule-icon.tsx";
import { RULE_LABELS } from "./rule-words.ts";

const EXPLANATIONS: Record<Rule["type"], string> = {
  retry: "Tries failed deliveries again, after a wait. An event fails for good after the last attempt.",
  delay: "Waits before the first attempt of each event.",
  filter: "Only what matches goes on. The rest is kept as ignored, with the cause Filtered.",
  transform: "Runs your JavaScript on each request and goes on with what it returns.",
  deduplicate:
    "A request that equals an earlier one within the window is kept as ignored, with the cause Duplicate.",
};

export interface RuleRowProps {
  type: Rule["type"];
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
  /** What the rule does now, at the end of the line. */
  summary: ReactNode;
  /** Before the box: the grip of a rule that can be moved. */
  grip?: ReactNode;
  /** After the summary, such as a button that removes the rule. */
  end?: ReactNode;
  /** One of its settings is wrong, and the form says so. */
  hasMistake: boolean;
  /** Nothing is set yet, so the settings are the next thing that the person needs. */
  startsOpen?: boolean;
  /** The focus has left the settings. */
  onLeave?: () => void;
  children: ReactNode;
}

export function RuleRow({
  type,
  isOn,
  onToggle,
  summary,
  grip,
  end,
  hasMistake,
  startsOpen = false,
  onLeave,
  children,
}: RuleRowProps) {
  const label = RULE_LABELS[type];
  const settingsId = useId();
  const [isUnfolded, setIsUnfolded] = useState(startsOpen);
  const { submitCount } = useFormStatus();
  const [seenSubmits, setSeenSubmits] = useState(submitCount);
  if (submitCount !== seenSubmits) {
    // Before the form focuses its first wrong field: a folded one cannot get the focus.
    setSeenSubmits(submitCount);
    if (hasMistake) setIsUnfolded(true);
  }
  const isOpen = isOn && isUnfolded;
  return (
    <>
      <div className="flex min-h-10 items-center gap-1.5 px-3">
        {grip}
        <IconButton
          size="sm"
          label={`${label} settings`}
          icon={<ChevronRight className={cx("transition-transform", isOpen && "rotate-90")} />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? settingsId : undefined}
          data-tooltip={undefined}
          onClick={() => setIsUnfolded(!isOpen)}
          className={cx(!isOn && "invisible")}
        />
        <Checkbox
          className="shrink-0"
          label={
            <span className="flex items-center gap-1.5 font-medium">
              <RuleIcon type={type} className="size-3.5 text-ink-2" />
              {label}
            </span>
          }
          checked={isOn}
          onChange={({ target }) => {
            setIsUnfolded(target.checked);
            onToggle(target.checked);
          }}
        />
        <InfoButton label={`About ${label}`} text={EXPLANATIONS[type]} />
        <span className="ml-auto min-w-0 truncate text-xs text-ink-3">
          {isOn && !isOpen && hasMistake ? <span className="text-bad">has a mistake</span> : summary}
        </span>
        {end}
      </div>
      {isOpen ? (
        <div
          id={settingsId}
          className="flex flex-col gap-4 px-3 pb-4 pl-9 max-sm:pl-3"
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget) && !isInWindowOver(currentTarget, relatedTarget))
              onLeave?.();
          }}
        >
          {children}
        </div>
      ) : null}
    </>
  );
}

/** An editor that the settings have opened is a window of its own. A person who works in it has not left the rule. */
function isInWindowOver(settings: Element, focused: Element | null): boolean {
  const opened = focused?.closest('[role="dialog"]') ?? null;
  return opened !== null && opened !== settings.closest('[role="dialog"]');
}
