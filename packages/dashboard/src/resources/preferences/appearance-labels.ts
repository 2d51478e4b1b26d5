/**
 * Which text do menus, the palette and the profile show for each theme and density?
 */
import type { Density, Theme } from "./preferences.ts";

export const THEME_LABELS: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };
export const DENSITY_LABELS: Record<Density, string> = { comfortable: "Comfortable", compact: "Compact" };
