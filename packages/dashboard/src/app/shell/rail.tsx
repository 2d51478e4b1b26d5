/**
 * The main navigation: mark, project, pages, account. It is 216 px wide, or 56 px when collapsed to icons. Below
 * 768 px the same rail is a drawer (see `app-shell.tsx`), and never collapsed.
 */
import { Link, useLocation } from "@tanstack/react-router";
import { cx } from "class-variance-authority";
import { PanelLeftClose, PanelLeftOpen, Search } from "lucide-react";
import { IconButton } from "../../ui/icon-button.tsx";
import { OpenIssues } from "../../resources/issues/open-issues.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Mark } from "../../ui/mark.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { ProjectSwitcher } from "./project-switcher.tsx";
import { RAIL_GROUPS } from "./rail-entries.ts";
import type { CurrentSession } from "../../resources/session/use-session.ts";

export interface RailProps {
  session: CurrentSession;
  isCollapsed: boolean;
  onCollapse: (isCollapsed: boolean) => void;
  onSwitchProject: (projectId: string) => void;
  onNewOrganization: () => void;
  onOpenPalette: () => void;
  onShowShortcuts: () => void;
  onShowApiInputs: () => void;
}

const ENTRY =
  "relative flex h-8 items-center gap-2.5 rounded-md text-sm transition-colors hover:bg-sel hover:text-ink [&_svg]:size-4 [&_svg]:shrink-0";
const ACTIVE =
  "bg-sel font-medium text-ink before:absolute before:inset-y-1.5 before:-left-2 before:w-0.5 before:rounded-full before:bg-brass";

export function Rail({ session, isCollapsed, onCollapse, onSwitchProject, ...actions }: RailProps) {
  const padding = isCollapsed ? "justify-center" : "px-2";
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col">
      <div className={cx("flex h-12 shrink-0 items-center", isCollapsed ? "justify-center" : "px-2")}>
        <Link to="/" aria-label="Posthorn" className="flex items-center gap-2 rounded-sm">
          <Mark className="h-5 w-auto" />
          {isCollapsed ? null : <span className="text-lg font-semibold tracking-tight">Posthorn</span>}
        </Link>
      </div>
      <ProjectSwitcher
        session={session}
        isCollapsed={isCollapsed}
        onSwitch={onSwitchProject}
        onNewOrganization={actions.onNewOrganization}
      />
      <button
        type="button"
        onClick={actions.onOpenPalette}
        aria-label={isCollapsed ? "Search and commands" : undefined}
        data-tooltip={isCollapsed ? "Search and commands" : undefined}
        className={cx(ENTRY, padding, "mt-2 text-ink-3")}
      >
        <Search aria-hidden />
        {isCollapsed ? null : (
          <>
            <span className="flex-1 text-left">Go to…</span>
            <Kbd keys="$mod+k" />
          </>
        )}
      </button>
      <div className="mt-2 flex flex-1 flex-col gap-4">
        {RAIL_GROUPS.map((group) => (
          <ul key={group[0]?.to} className="flex flex-col gap-0.5 last:mt-auto">
            {group.map(({ label, to, within, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  className={cx(ENTRY, padding)}
                  activeProps={{ className: ACTIVE }}
                  inactiveProps={
                    within !== undefined && path.startsWith(within)
                      ? { className: ACTIVE, "aria-current": "true" }
                      : { className: "text-ink-2" }
                  }
                  aria-label={isCollapsed ? label : undefined}
                  data-tooltip={isCollapsed ? label : undefined}
                >
                  <Icon aria-hidden />
                  {isCollapsed ? null : label}
                  {to === "/issues" && !isCollapsed && !session.organization.plan?.lock ? (
                    <OpenIssues />
                  ) : null}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </div>
      <div className={cx("flex items-center gap-1 py-2", isCollapsed && "flex-col")}>
        <AccountMenu
          user={session.user}
          isCollapsed={isCollapsed}
          onShowShortcuts={actions.onShowShortcuts}
          onShowApiInputs={actions.onShowApiInputs}
        />
        <IconButton
          className="max-md:hidden"
          label={isCollapsed ? "Expand the rail" : "Collapse the rail"}
          icon={isCollapsed ? <PanelLeftOpen /> : <PanelLeftClose />}
          onClick={() => onCollapse(!isCollapsed)}
        />
      </div>
    </nav>
  );
}
