/**
 * The frame around every page of settings: its heading, the menu of pages, and who may not see it.
 *
 * A page puts its primary action into the heading with `PageActions`. The menu has only pages that the person's role may
 * open. Below 768 px it is one line above the page, which scrolls sideways.
 */
import { Link, useChildMatches } from "@tanstack/react-router";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useSessionIfAny } from "../../resources/session/use-session.ts";
import { LockedDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { HeaderSlot, PageActionsContext } from "../../ui/page-actions.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import {
  areaLabel,
  mayOpen,
  SETTINGS_PAGES,
  settingsPageAt,
  type SettingsPage,
  visitorOf,
} from "./settings-pages.ts";

export function SettingsFrame({ children }: { children: ReactNode }) {
  const session = useSessionIfAny();
  const visitor = session && visitorOf(session);
  // Not the address of the window: while the next page loads, that is already the next page's.
  const shown = useChildMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const page = settingsPageAt(shown ?? "");
  const [actions, setActions] = useState<HTMLElement | null>(null);
  if (!page) return children;
  return (
    <PageActionsContext value={actions}>
      <PageHeader
        title={page.title}
        crumbs={
          <>
            <span>Settings</span>
            <span aria-hidden>/</span>
            <span>{areaLabel(page)}</span>
            <span aria-hidden>/</span>
          </>
        }
      >
        <HeaderSlot ref={setActions} />
      </PageHeader>
      <div className="flex min-h-0 flex-1 max-md:flex-col">
        <SettingsMenu pages={SETTINGS_PAGES.filter((one) => mayOpen(visitor, one))} current={page} />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {mayOpen(visitor, page) ? children : <Refused />}
        </div>
      </div>
    </PageActionsContext>
  );
}

interface SettingsMenuProps {
  pages: readonly SettingsPage[];
  current: SettingsPage;
}

function SettingsMenu({ pages, current }: SettingsMenuProps) {
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    menu.current
      ?.querySelector(`[href$="${current.to}"]`)
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current]);
  if (pages.length === 0) return null;
  return (
    <nav
      ref={menu}
      aria-label="Settings"
      className="flex w-46 shrink-0 flex-col gap-4 overflow-y-auto border-r border-line px-3 py-4 text-sm max-md:w-full max-md:flex-row max-md:overflow-x-auto max-md:border-r-0 max-md:border-b max-md:py-1.5"
    >
      {[...Map.groupBy(pages, areaLabel)].map(([area, group]) => (
        <div key={area} className="max-md:flex max-md:items-center max-md:gap-1">
          <p id={`settings-${area}`} className="px-2 pb-1 text-ink-3 max-md:pb-0">
            {area}
          </p>
          <ul
            aria-labelledby={`settings-${area}`}
            className="flex flex-col gap-0.5 whitespace-nowrap max-md:flex-row"
          >
            {group.map(({ to, title }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="flex h-8 items-center rounded-md px-2 transition-colors hover:bg-sel hover:text-ink focus-visible:outline-offset-[-2px]"
                  activeProps={{ className: "bg-sel font-medium text-ink" }}
                  inactiveProps={{ className: "text-ink-2" }}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Refused() {
  return (
    <main>
      <EmptyState drawing={<LockedDrawing />} title="You cannot see this">
        You currently don&apos;t have permission to perform this action. Contact your organization admin for
        further access.
      </EmptyState>
    </main>
  );
}
