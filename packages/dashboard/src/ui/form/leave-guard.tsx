/**
 * Asks before a link, Back or a switch of the project would lose unsaved input. If the tab is closed, the browser
 * asks.
 *
 * A form guards itself. A page with several forms puts one `LeaveGuard` around them, so that it asks once. A change of
 * the query alone stays on the page and does not ask.
 */
import { useBlocker } from "@tanstack/react-router";
import { createContext, use, useCallback, useEffect, useState, type ReactNode } from "react";
import { DiscardDialog } from "../discard-dialog.tsx";

type IsUnsaved = () => boolean;

/** The guards on this page: one, or one for the page and one for a window above it. */
const guards = new Set<IsUnsaved>();

/** Would this page lose input if it went away? */
export function hasUnsavedInput(): boolean {
  return [...guards].some((isUnsaved) => isUnsaved());
}

const Guarded = createContext<Set<IsUnsaved> | null>(null);

export function LeaveGuard({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new Set<IsUnsaved>());
  const isUnsaved = useCallback(() => [...forms].some((isFormUnsaved) => isFormUnsaved()), [forms]);
  useEffect(() => {
    guards.add(isUnsaved);
    return () => void guards.delete(isUnsaved);
  }, [isUnsaved]);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <>
      <Guarded value={forms}>{children}</Guarded>
      <DiscardDialog isOpen={status === "blocked"} onStay={() => reset?.()} onDiscard={() => proceed?.()} />
    </>
  );
}

/** Guards one form: with the page's guard if there is one, else with its own. */
export function GuardUnsaved({ isUnsaved }: { isUnsaved: IsUnsaved }) {
  const forms = use(Guarded);
  if (forms) return <Registered forms={forms} isUnsaved={isUnsaved} />;
  return (
    <LeaveGuard>
      <GuardUnsaved isUnsaved={isUnsaved} />
    </LeaveGuard>
  );
}

function Registered({ forms, isUnsaved }: { forms: Set<IsUnsaved>; isUnsaved: IsUnsaved }) {
  useEffect(() => {
    forms.add(isUnsaved);
    return () => void forms.delete(isUnsaved);
  }, [forms, isUnsaved]);
  return null;
}
