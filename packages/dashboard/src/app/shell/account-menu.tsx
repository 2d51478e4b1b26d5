/**
 * Who is signed in, how should it look, and the way out. Its own chunk, fetched when somebody comes near the button.
 */
import { Keyboard, LogOut } from "lucide-react";
import { DENSITIES, THEMES } from "../../resources/preferences/preferences.ts";
import { changePreferences, usePreferences } from "../../resources/preferences/preferences-store.ts";
import { Kbd } from "../../ui/kbd.tsx";
import type { LazyMenuProps } from "../../ui/menu-button.tsx";
import { Menu, MenuChoiceGroup, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { DENSITY_LABELS, THEME_LABELS } from "./appearance-labels.ts";
import type { CurrentSession } from "../../resources/session/use-session.ts";

export interface AccountMenuProps extends LazyMenuProps {
  user: CurrentSession["user"];
  onShowShortcuts: () => void;
  onSignOut: () => void;
}

export function AccountMenu({ user, onShowShortcuts, onSignOut, ...placement }: AccountMenuProps) {
  const theme = usePreferences((preferences) => preferences.theme);
  const density = usePreferences((preferences) => preferences.density);
  return (
    <Menu {...placement} side="top" className="w-54">
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
      <MenuItem icon={<Keyboard />} end={<Kbd keys="Shift+?" />} onSelect={onShowShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuItem icon={<LogOut />} onSelect={onSignOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
