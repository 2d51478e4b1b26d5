/**
 * The frame around every page after sign-in: rail, page, palette, shortcut sheet.
 *
 * It owns no data: the session and the actions come in as props. Below 768 px the rail is a drawer. While it is
 * open, the page behind it is inert. Esc, a click beside it and any navigation close it.
 */
import { useRouter } from "@tanstack/react-router";
import { cx } from "class-variance-authority";
import { Menu as MenuIcon } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { changePreferences, usePreferences } from "../../resources/preferences/preferences-store.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { later } from "../../ui/later.tsx";
import { useShortcuts } from "../../ui/shortcuts/use-shortcuts.ts";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { LeftOut } from "./left-out.tsx";
import { NoticeBar } from "./notice-bar.tsx";
import { Rail } from "./rail.tsx";
import { RAIL_GROUPS } from "./rail-entries.ts";
import type { CurrentSession } from "../../resources/session/use-session.ts";

const CommandPalette = later(() => import("./command-palette.tsx")).component(
  (loaded) => loaded.CommandPalette,
);
const ApiInputsDialog = later(() => import("../../resources/api-calls/api-inputs-dialog.tsx")).component(
  (loaded) => loaded.ApiInputsDialog,
);
const NewOrganizationDialog = later(
  () => import("../../resources/organizations/new-organization-dialog.tsx"),
).component((loaded) => loaded.NewOrganizationDialog);
const SessionBars = later(() => import("./session-bars.tsx")).component((loaded) => loaded.SessionBars);
const ShortcutSheet = later(() => import("./shortcut-sheet.tsx")).component((loaded) => loaded.ShortcutSheet);

export interface AppShellProps {
  session: CurrentSession;
  onSwitchProject: (projectId: string) => void;
  children: ReactNode;
}

export function AppShell({ session, onSwitchProject, children }: AppShellProps) {
  const router = useRouter();
  const [overlay, setOverlay] = useState<
    "palette" | "shortcuts" | "api-inputs" | "new-organization" | "drawer" | null
  >(null);
  const isCollapsedByChoice = usePreferences((preferences) => preferences.is_rail_collapsed);
  const isNarrow = useMediaQuery("(max-width: 767px)");
  const isDrawerOpen = isNarrow && overlay === "drawer";
  const rail = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDivElement>(null);

  useEffect(
    () => router.subscribe("onBeforeNavigate", () => setOverlay((open) => (open === "drawer" ? null : open))),
    [router],
  );
  useEffect(() => {
    if (isDrawerOpen) rail.current?.querySelector<HTMLElement>("a,button")?.focus();
  }, [isDrawerOpen]);

  useShortcuts("Everywhere", {
    "$mod+k": { label: "Search and commands", run: () => setOverlay("palette") },
    ...Object.fromEntries(
      RAIL_GROUPS.flat().map(({ label, to, keys }) => [
        keys,
        { label: `Go to ${label}`, run: () => void router.navigate({ to }) },
      ]),
    ),
    "Shift+?": { label: "Show these shortcuts", run: () => setOverlay("shortcuts") },
  });

  const close = () => setOverlay(null);
  const isCollapsed = isCollapsedByChoice && !isNarrow;
  return (
    <div className="flex h-full">
      <a
        href="#page"
        className="absolute top-2 left-2 z-60 -translate-y-16 rounded-md bg-btn px-3 py-1.5 text-sm text-on-btn focus:translate-y-0"
        onClick={(press) => {
          // The browser would resolve "#page" against <base> and leave this page, so move the focus here.
          press.preventDefault();
          page.current?.focus();
        }}
      >
        Skip to the page
      </a>
      {isDrawerOpen ? (
        <button
          type="button"
          aria-label="Close the menu"
          onClick={close}
          className="fixed inset-0 z-30 cursor-default bg-scrim md:hidden"
        />
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc from anything inside closes the drawer */}
      <div
        ref={rail}
        inert={isNarrow && !isDrawerOpen}
        onKeyDown={(press) => {
          if (press.key === "Escape" && isDrawerOpen) close();
        }}
        className={cx(
          "flex shrink-0 flex-col border-r border-line bg-bg px-2 max-md:fixed max-md:inset-y-0 max-md:left-0 max-md:z-40 max-md:w-64 max-md:transition-transform",
          isCollapsed ? "w-14" : "w-54",
          !isDrawerOpen && "max-md:-translate-x-full",
        )}
      >
        <Rail
          session={session}
          isCollapsed={isCollapsed}
          onCollapse={(is_rail_collapsed) =>
            changePreferences((preferences) => ({ ...preferences, is_rail_collapsed }))
          }
          onSwitchProject={onSwitchProject}
          onNewOrganization={() => setOverlay("new-organization")}
          onOpenPalette={() => setOverlay("palette")}
          onShowShortcuts={() => setOverlay("shortcuts")}
          onShowApiInputs={() => setOverlay("api-inputs")}
        />
      </div>
      <div
        ref={page}
        id="page"
        tabIndex={-1}
        inert={isDrawerOpen}
        className="flex min-w-0 flex-1 flex-col outline-none xl:pr-(--floating-w)"
      >
        <NoticeBar />
        <LeftOut />
        {session.project.is_sample || session.organization.plan?.usage_notice ? (
          <SessionBars {...session} />
        ) : null}
        <div className="relative flex min-h-0 flex-1 flex-col">
          <IconButton
            label="Open the menu"
            icon={<MenuIcon />}
            onClick={() => setOverlay("drawer")}
            aria-expanded={isDrawerOpen}
            className="absolute top-2 left-2 z-20 md:hidden"
          />
          {children}
        </div>
      </div>
      {overlay === "palette" ? (
        <CommandPalette
          session={session}
          onClose={close}
          onSwitchProject={onSwitchProject}
          onShowShortcuts={() => setOverlay("shortcuts")}
          onShowApiInputs={() => setOverlay("api-inputs")}
        />
      ) : null}
      {overlay === "shortcuts" ? <ShortcutSheet onClose={close} /> : null}
      {overlay === "api-inputs" ? <ApiInputsDialog onClose={close} /> : null}
      {overlay === "new-organization" ? (
        <NewOrganizationDialog
          onClose={close}
          onCreated={(projectId) => {
            close();
            onSwitchProject(projectId);
          }}
        />
      ) : null}
    </div>
  );
}
