/**
 * When do theme and density of the page change? public/theme.js sets them for the first paint. This file updates
 * them on a change in the menu, in another tab, or of the system's own theme.
 */
import { readPreferences, onPreferencesChange } from "../resources/preferences/preferences-store.ts";

const systemIsDark = window.matchMedia("(prefers-color-scheme: dark)");

function applyAppearance(): void {
  const { theme, density } = readPreferences();
  const root = document.documentElement;
  root.classList.toggle("dark", theme === "dark" || (theme === "system" && systemIsDark.matches));
  root.dataset["density"] = density;
}

export function keepAppearance(): void {
  applyAppearance();
  onPreferencesChange(applyAppearance);
  systemIsDark.addEventListener("change", applyAppearance);
}
