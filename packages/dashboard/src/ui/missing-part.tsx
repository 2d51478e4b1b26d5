/**
 * What does the page say in place of a part whose code could not be loaded (`later.tsx`)? What happened and what to do. The
 * rest of the page stays, with all that a person has typed.
 *
 * `MissingPart` stands where the part would. A window or a menu has no such place: `MissingElsewhere` is a box over the page.
 */
import { createPortal } from "react-dom";
import { Button } from "./button.tsx";
import { OVER_WINDOWS } from "./modal-stack.ts";
import type { WhyMissing } from "./why-missing.ts";

const WHAT_TO_DO: Record<WhyMissing, string> = {
  offline: "You are offline. It shows up as soon as the network is back.",
  unreachable: "The server did not answer. It may be restarting; try again in a moment.",
  replaced: "Posthorn was probably updated. Save your changes, then reload the page.",
};

export interface MissingPartProps {
  why: WhyMissing;
  onRetry: () => void;
}

export function MissingPart({ why, onRetry }: MissingPartProps) {
  const isReplaced = why === "replaced";
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 px-3 py-2 text-sm">
      <p className="min-w-0 flex-1">
        <span className="font-medium">This part could not be loaded.</span>{" "}
        <span className="text-ink-2">{WHAT_TO_DO[why]}</span>
      </p>
      <Button size="sm" onClick={isReplaced ? () => location.reload() : onRetry}>
        {isReplaced ? "Reload" : "Try again"}
      </Button>
    </div>
  );
}

/** Several of them cover each other: a person sees the one that failed last. */
export function MissingElsewhere(props: MissingPartProps) {
  return createPortal(
    <div
      {...OVER_WINDOWS}
      className="fixed inset-x-4 bottom-(--toast-bottom) z-50 mx-auto max-w-120 rounded-md border border-line-strong bg-surface shadow-lift"
    >
      <MissingPart {...props} />
    </div>,
    document.body,
  );
}
