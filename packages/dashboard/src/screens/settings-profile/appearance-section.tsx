/** Theme and density of this browser. They act at once. */
import { Monitor, Moon, Rows2, Rows3, Sun } from "lucide-react";
import { DENSITY_LABELS, THEME_LABELS } from "../../resources/preferences/appearance-labels.ts";
import { DENSITIES, type Theme } from "../../resources/preferences/preferences.ts";
import { changePreferences, usePreferences } from "../../resources/preferences/preferences-store.ts";
import { Section } from "../../ui/form/section.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";

/** The one that follows the system comes last: it is neither of the two. */
const THEME_ORDER: readonly Theme[] = ["light", "dark", "system"];
const THEME_ICONS = { light: <Sun />, dark: <Moon />, system: <Monitor /> };
const DENSITY_ICONS = { comfortable: <Rows2 />, compact: <Rows3 /> };

export function AppearanceSection() {
  const theme = usePreferences((preferences) => preferences.theme);
  const density = usePreferences((preferences) => preferences.density);
  return (
    <Section title="Appearance" text="On this device only.">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 text-sm text-ink-2">
        <span className="flex items-center gap-2">
          <span aria-hidden>Theme</span>
          <SegmentedControl
            label="Theme"
            value={theme}
            choices={THEME_ORDER.map((value) => ({
              value,
              label: THEME_LABELS[value],
              icon: THEME_ICONS[value],
            }))}
            onChange={(chosen) => changePreferences((preferences) => ({ ...preferences, theme: chosen }))}
          />
        </span>
        <span className="flex items-center gap-2">
          <span aria-hidden>Density</span>
          <SegmentedControl
            label="Density"
            value={density}
            choices={DENSITIES.map((value) => ({
              value,
              label: DENSITY_LABELS[value],
              icon: DENSITY_ICONS[value],
            }))}
            onChange={(chosen) => changePreferences((preferences) => ({ ...preferences, density: chosen }))}
          />
        </span>
      </div>
    </Section>
  );
}
