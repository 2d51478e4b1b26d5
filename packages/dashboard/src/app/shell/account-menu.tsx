/**
 * The menu at the foot of the rail: who is signed in, and what they can do beside the pages.
 */
import type { CurrentSession } from "../../resources/session/use-session.ts";
import { later } from "../../ui/later.tsx";
import { Menu } from "../../ui/menu.tsx";

const AccountMenuItems = later(() => import("./account-menu-items.tsx")).component(
  (loaded) => loaded.AccountMenuItems,
);

export interface AccountMenuProps {
  user: CurrentSession["user"];
  isCollapsed: boolean;
  onShowShortcuts: () => void;
  onShowApiInputs: () => void;
}

export function AccountMenu({ user, isCollapsed, onShowShortcuts, onShowApiInputs }: AccountMenuProps) {
  return (
    <Menu
      side="top"
      className="w-54"
      trigger={
        <button
          type="button"
          aria-label={`Account of ${user.name}`}
          className="flex h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 text-left transition-colors hover:bg-sel"
        >
          <span
            aria-hidden
            data-initial={user.name.slice(0, 1)}
            className="flex size-6 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface text-xs font-medium text-ink-2 uppercase before:content-[attr(data-initial)]"
          />
          {isCollapsed ? null : <span className="truncate text-sm text-ink-2">{user.name}</span>}
        </button>
      }
    >
      <AccountMenuItems user={user} onShowShortcuts={onShowShortcuts} onShowApiInputs={onShowApiInputs} />
    </Menu>
  );
}
