/**
 * What the account menu offers: theme and density, the first steps, API inputs, the shortcuts, sign-out. It loads when a person first opens the menu.
 */
import { useNavigate } from "@tanstack/react-router";
import { Compass, Keyboard, LogOut, SquareTerminal } from "lucide-react";
import { DENSITIES, THEMES } from "../../resources/preferences/preferences.ts";
import { changePreferences, usePreferences } from "../../resources/preferences/preferences-store.ts";
import type { CurrentSession } from "../../resources/session/use-session.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { MenuChoiceGroup, MenuItem, MenuSeparator } from "../../ui/menu-parts.tsx";
import { DENSITY_LABELS, THEME_LABELS } from "../../resources/preferences/appearance-labels.ts";
import { useSignOut } from "./use-sign-out.ts";

export interface AccountMenuItemsProps {
  user: CurrentSession["user"];
  onShowShortcuts: () => void;
  onShowApiInputs: () => void;
}

export function AccountMenuItems({ user, onShowShortcuts, onShowApiInputs }: AccountMenuItemsProps) {
  const theme = usePreferences((preferences) => preferences.theme);
  const density = usePreferences((preferences) => preferences.density);
  const signOut = useSignOut();
  const navigate = useNavigate();
  return (
    <>
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
      <MenuItem icon={<Compass />} onSelect={() => void navigate({ to: "/get-started" })}>
        Get started
      </MenuItem>
      <MenuItem icon={<SquareTerminal />} onSelect={onShowApiInputs}>
        API inputs
      </MenuItem>
      <MenuItem icon={<Keyboard />} end={<Kbd keys="Shift+?" />} onSelect={onShowShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuItem icon={<LogOut />} onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </>
  );
}
