/**
 * Which shortcuts work on this page? Lists all scopes that are registered now.
 */
import { useSyncExternalStore } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { currentScopes, onScopesChange } from "../../ui/shortcuts/shortcut-scopes.ts";

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const scopes = useSyncExternalStore(onScopesChange, currentScopes);
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts">
      <div className="flex flex-col gap-5">
        {scopes.map((scope) => (
          <section key={scope.name} aria-label={scope.name}>
            <h3 className="mb-1 text-xs font-medium text-ink-3">{scope.name}</h3>
            <dl>
              {scope.shortcuts.map(({ keys, label }) => (
                <div
                  key={keys}
                  className="flex min-h-8 items-center justify-between border-b border-line text-sm last:border-b-0"
                >
                  <dt>{label}</dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
