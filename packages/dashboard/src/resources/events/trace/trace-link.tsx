/** Where does a point of the trace lead? Points without a target are plain text. */
import { Link } from "@tanstack/react-router";
import { cx } from "class-variance-authority";
import type { MouseEvent, ReactNode } from "react";
import type { TraceTarget } from "./trace-points.ts";

export interface TraceLinkProps {
  target: TraceTarget | null;
  eventId: string;
  onAttempt: ((attemptId: string) => void) | undefined;
  tooltip: string | undefined;
  className: string;
  children: ReactNode;
}

/** Clicks with Mod, Shift or Alt are the browser's own. */
function isPlain(press: MouseEvent): boolean {
  return !press.metaKey && !press.ctrlKey && !press.shiftKey && !press.altKey;
}

export function TraceLink({ target, eventId, onAttempt, tooltip, className, children }: TraceLinkProps) {
  const shared = { "data-tooltip": tooltip, className: cx("group/link", className), children };
  switch (target?.to) {
    case undefined:
      return <span {...shared} />;
    case "request":
      return <Link to="/requests/$id" params={{ id: target.id }} {...shared} />;
    case "connection":
      return <Link to="/connections/$id" params={{ id: target.id }} {...shared} />;
    case "execution":
      return (
        <Link
          to="/transformations/$id/executions"
          params={{ id: target.transformationId }}
          search={{ selected_execution_id: target.id }}
          {...shared}
        />
      );
    case "attempts":
      return <Link to="/events/$id/attempts" params={{ id: eventId }} {...shared} />;
    case "attempt":
      return (
        <Link
          to="/events/$id/attempts"
          params={{ id: eventId }}
          search={{ selected_attempt_id: target.id }}
          onClick={(press) => {
            if (!onAttempt || !isPlain(press)) return;
            press.preventDefault();
            onAttempt(target.id);
          }}
          {...shared}
        />
      );
  }
}
