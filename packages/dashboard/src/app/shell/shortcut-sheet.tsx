/**
 * Which shortcuts work on this page? Lists all scopes that are registered now.
 */
import { Fragment, useSyncExternalStore } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { currentScopes, onScopesChange, type ShortcutScope } from "../../ui/shortcuts/shortcut-scopes.ts";

/** Several keys may do the same: `j` and the arrow are one line. */
function byLabel({ shortcuts }: ShortcutScope): [label: string, keys: string[]][] {
  const ways = new Map<string, string[]>();
  for (const { label, keys } of shortcuts) ways.set(label, [...(ways.get(label) ?? []), keys]);
  return [...ways];
}

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const scopes = useSyncExternalStore(onScopesChange, currentScopes);
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list must be scrollable by keyboard */}
      <section aria-label="Shortcuts" tabIndex={0} className="flex flex-col gap-5 rounded-sm">
        {scopes.map((scope) => (
          <section key={scope.name} aria-label={scope.name}>
            <h3 className="mb-1 text-xs font-medium text-ink-3">{scope.name}</h3>
            <dl>
              {byLabel(scope).map(([label, ways]) => (
                <div
                  key={label}
                  className="flex min-h-8 items-center justify-between border-b border-line text-sm last:border-b-0"
                >
                  <dt>{label}</dt>
                  <dd className="flex items-center gap-1.5 text-xs text-ink-3">
                    {ways.map((keys, at) => (
                      <Fragment key={keys}>
                        {at === 0 ? null : "or"}
                        <Kbd keys={keys} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}
