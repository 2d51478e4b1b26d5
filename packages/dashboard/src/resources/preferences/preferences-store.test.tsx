import { expect, test } from "vitest";
import { changePreferences, onPreferencesChange, readPreferences } from "./preferences-store.ts";
import { PREFERENCES_KEY } from "./preferences.ts";

// Each of the two would fail after the other, if one test saw the preferences of another one.
test("a change is stored and told to those who listen", () => {
  expect(readPreferences().density).toBe("comfortable");
  let told = 0;
  const stopListening = onPreferencesChange(() => (told += 1));

  changePreferences((preferences) => ({ ...preferences, density: "compact" }));

  stopListening();
  expect(told).toBe(1);
  expect(window.localStorage.getItem(PREFERENCES_KEY)).toContain('"density":"compact"');
});

test("a change keeps what another tab has stored meanwhile", () => {
  expect(readPreferences().density).toBe("comfortable");
  window.localStorage.setItem(PREFERENCES_KEY, '{"theme":"dark"}');

  changePreferences((preferences) => ({ ...preferences, density: "compact" }));

  expect(readPreferences()).toMatchObject({ theme: "dark", density: "compact" });
});
