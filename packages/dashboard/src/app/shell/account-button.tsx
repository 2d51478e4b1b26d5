/**
 * The foot of the rail: who is signed in, and behind it the account menu.
 */
import { lazy } from "react";
import type { CurrentSession } from "../../resources/session/use-session.ts";
import { MenuButton } from "../../ui/menu-button.tsx";

const loadMenu = () => import("./account-menu.tsx");
const AccountMenu = lazy(async () => ({ default: (await loadMenu()).AccountMenu }));

export interface AccountButtonProps {
  user: CurrentSession["user"];
  isCollapsed: boolean;
  onShowShortcuts: () => void;
  onSignOut: () => void;
}

export function AccountButton({ user, isCollapsed, onShowShortcuts, onSignOut }: AccountButtonProps) {
  return (
    <MenuButton
      preload={loadMenu}
      renderMenu={(placement) => (
        <AccountMenu {...placement} user={user} onShowShortcuts={onShowShortcuts} onSignOut={onSignOut} />
      )}
      aria-label={`Account of ${user.name}`}
      className="flex h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 text-left transition-colors hover:bg-sel"
    >
      <span
        aria-hidden
        className="flex size-6 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface text-xs font-medium text-ink-2 uppercase"
      >
        {user.name.slice(0, 1)}
      </span>
      {isCollapsed ? null : <span className="truncate text-sm text-ink-2">{user.name}</span>}
    </MenuButton>
  );
}
