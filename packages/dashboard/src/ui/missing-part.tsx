/**
 * What does the page say in place of a part whose code could not be loaded (`later.tsx`)? What happened and what to do. The
 * rest of the page stays, with all that a person has typed.
 *
 * `MissingPart` stands where the part would. A window or a menu has no such place: `MissingElsewhere` reports it to the one
 * box of `MissingParts`, which the app's root renders.
 */
import { useEffect, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { Button } from "./button.tsx";
import { OVER_WINDOWS } from "./modal-stack.ts";
import type { WhyMissing } from "./why-missing.ts";

const WHAT_TO_DO: Record<WhyMissing, string> = {
  offline: "You are offline. It loads by itself as soon as the network is back.",
  unreachable: "The server did not answer. It may be restarting; try again in a moment.",
  replaced:
    "Posthorn was probably updated while this page was open. Save your changes, then reload the page.",
};

export interface MissingPartProps {
  why: WhyMissing;
  onRetry: () => void;
}

export function MissingPart({ why, onRetry }: MissingPartProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2 text-sm">
      <p className="min-w-0 flex-1 basis-48">
        <span className="font-medium">This part could not be loaded.</span>{" "}
        <span className="text-ink-2">{WHAT_TO_DO[why]}</span>
      </p>
      {why === "replaced" ? (
        <Button size="sm" onClick={() => window.location.reload()}>
          Reload
        </Button>
      ) : (
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

let elsewhere: readonly MissingPartProps[] = [];
const listeners = new Set<() => void>();

function replaceElsewhere(next: readonly MissingPartProps[]): void {
  elsewhere = next;
  for (const listener of listeners) listener();
}

function onElsewhere(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function MissingElsewhere({ why, onRetry }: MissingPartProps) {
  useEffect(() => {
    const missing = { why, onRetry };
    replaceElsewhere([...elsewhere, missing]);
    return () => replaceElsewhere(elsewhere.filter((other) => other !== missing));
  }, [why, onRetry]);
  return null;
}

function retryAll(): void {
  for (const { onRetry } of elsewhere) onRetry();
}

export function MissingParts() {
  const latest = useSyncExternalStore(onElsewhere, () => elsewhere).at(-1);
  if (latest === undefined) return null;
  return createPortal(
    <div
      {...OVER_WINDOWS}
      className="fixed inset-x-4 bottom-(--toast-bottom) z-50 mx-auto max-w-120 rounded-md border border-line-strong bg-surface shadow-lift"
    >
      <MissingPart why={latest.why} onRetry={retryAll} />
    </div>,
    document.body,
  );
}
