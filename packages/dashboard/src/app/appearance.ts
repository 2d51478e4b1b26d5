/**
 * Keeps the page's theme and density as the person wants them, after public/theme.js has set them for the first
 * paint: on a change in the menu, in another tab, or of the system's own theme.
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
