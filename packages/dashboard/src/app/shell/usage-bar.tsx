/**
 * Above every page, for admins: how near the organization is to the events of its plan, and what happens beyond.
 *
 * A person can dismiss it. The browser remembers the period and the threshold, so the next one shows again.
 */
import type { UsageNotice } from "@posthorn/contract/plans";
import { Link } from "@tanstack/react-router";
import { cx } from "class-variance-authority";
import { Gauge, X } from "lucide-react";
import { beyondText, isRejecting, usedText } from "../../resources/plans/usage-words.ts";
import { changePreferences, usePreferences } from "../../resources/preferences/preferences-store.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { PageBar } from "./page-bar.tsx";

interface UsageBarProps {
  organizationId: string;
  /** False: the organization uses single sign-on, and has no page of plans. */
  hasPlans: boolean;
  notice: UsageNotice;
}

export function UsageBar({ organizationId, hasPlans, notice }: UsageBarProps) {
  const shown = `${notice.period_end} ${notice.percent} ${notice.max_requests}`;
  const dismissed = usePreferences((preferences) => preferences.dismissed_usage[organizationId]);
  if (dismissed === shown) return null;
  const dismiss = () =>
    changePreferences((preferences) => ({
      ...preferences,
      dismissed_usage: { ...preferences.dismissed_usage, [organizationId]: shown },
    }));
  return (
    <PageBar
      icon={Gauge}
      iconClass={isRejecting(notice) ? "text-bad" : "text-wait"}
      action={<IconButton label="Dismiss" icon={<X />} onClick={dismiss} />}
    >
      <strong className="font-semibold">{usedText(notice)}</strong> {beyondText(notice)}{" "}
      {hasPlans ? (
        <Link
          to="/settings/organization/plans"
          search={{ highlight: "events" }}
          className={cx(linkClass, "whitespace-nowrap")}
        >
          View plans
        </Link>
      ) : null}
    </PageBar>
  );
}
