/**
 * Registers the shortcuts of a screen while it is mounted, and lists them in the shortcut sheet under the scope's name.
 *
 * `useShortcuts("Events", { j: { label: "Next event", run: selectNext } })`. The functions may change with every
 * render; the listener is replaced only when the keys or labels change.
 */
import { useEffect, useEffectEvent } from "react";
import { tinykeys } from "tinykeys";
import { addScope, endsSequence, mayFire, type Shortcuts } from "./shortcut-scopes.ts";

export function useShortcuts(scope: string, shortcuts: Shortcuts): void {
  const run = useEffectEvent((keys: string, press: KeyboardEvent) => {
    if (!mayFire(press) || endsSequence(keys)) return;
    press.preventDefault();
    shortcuts[keys]?.run(press);
  });
  const signature = JSON.stringify(Object.entries(shortcuts).map(([keys, { label }]) => [keys, label]));

  useEffect(() => {
    // Safe: the line above wrote this JSON.
    const listed = (JSON.parse(signature) as [string, string][]).map(([keys, label]) => ({ keys, label }));
    const forget = addScope({ name: scope, shortcuts: listed });
    const unbind = tinykeys(
      window,
      Object.fromEntries(listed.map(({ keys }) => [keys, (press: KeyboardEvent) => run(keys, press)])),
    );
    return () => {
      unbind();
      forget();
    };
  }, [scope, signature]);
}
