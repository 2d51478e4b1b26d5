/**
 * The menu at the foot of the rail: who is signed in, theme and density, sign-out.
 */
import { Keyboard, LogOut, SquareTerminal } from "lucide-react";
import { DENSITIES, THEMES } from "../../resources/preferences/preferences.ts";
import { changePreferences, usePreferences } from "../../resources/preferences/preferences-store.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { Menu, MenuChoiceGroup, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { DENSITY_LABELS, THEME_LABELS } from "./appearance-labels.ts";
import type { CurrentSession } from "../../resources/session/use-session.ts";

export interface AccountMenuProps {
  user: CurrentSession["user"];
  isCollapsed: boolean;
  onShowShortcuts: () => void;
  onShowApiInputs: () => void;
  onSignOut: () => void;
}

export function AccountMenu({
  user,
  isCollapsed,
  onShowShortcuts,
  onShowApiInputs,
  onSignOut,
}: AccountMenuProps) {
  const theme = usePreferences((preferences) => preferences.theme);
  const density = usePreferences((preferences) => preferences.density);
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
      <div className="px-2 py-1.5 text-xs text-ink-3">
        Signed in as <span className="block truncate text-sm text-ink">{user.email}</span>
      </div>
      <MenuSeparator />
      <MenuChoiceGroup
        label="Theme"
        value={theme}
        onChange={(chosen) => changePreferences((preferences) => ({ ...preferences, theme: chosen }))}
        choices={THEMES.map((value) => ({ value, label: THEME_LABELS[value] }))}
      />
      <MenuSeparator />
      <MenuChoiceGroup
        label="Density"
        value={density}
        onChange={(chosen) => changePreferences((preferences) => ({ ...preferences, density: chosen }))}
        choices={DENSITIES.map((value) => ({ value, label: DENSITY_LABELS[value] }))}
      />
      <MenuSeparator />
      <MenuItem icon={<SquareTerminal />} onSelect={onShowApiInputs}>
        API inputs
      </MenuItem>
      <MenuItem icon={<Keyboard />} end={<Kbd keys="Shift+?" />} onSelect={onShowShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuItem icon={<LogOut />} onSelect={onSignOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
