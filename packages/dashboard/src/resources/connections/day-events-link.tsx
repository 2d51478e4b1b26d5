/** The events of the last 24 hours: small bars and the number, as a link to the list of those events. */
import type { Connection } from "@posthorn/contract/connections";
import { Link } from "@tanstack/react-router";
import { cx } from "class-variance-authority";
import { memo } from "react";
import { Sparkline } from "../../ui/charts/sparkline.tsx";
import { countText } from "../../ui/count.ts";
import { dayBars, daySentence, type DayEvents } from "./day-events.ts";

export interface DayEventsLinkProps {
  connection: Pick<Connection, "id" | "source" | "destination">;
  /** Undefined until loaded. */
  day: DayEvents | undefined;
  /** Class of the bars, to hide them where there is no room. */
  barsClassName?: string;
}

export function DayEventsLink({ connection, day, barsClassName }: DayEventsLinkProps) {
  const { id, source, destination } = connection;
  const shown = countText(day?.count);
  return (
    <span className="inline-flex items-center justify-end gap-3 align-middle text-sm tabular-nums">
      {day ? <Bars day={day} className={barsClassName} /> : null}
      <Link
        to="/events"
        search={{ webhook_id: [id] }}
        aria-label={`${shown} events of ${source.name} to ${destination.name}`}
        className="inline-block min-w-6 text-right hover:underline"
      >
        {shown}
      </Link>
    </span>
  );
}

const Bars = memo(function Bars({ day, className }: { day: DayEvents; className: string | undefined }) {
  return <Sparkline label={daySentence(day)} className={cx(className)} series={dayBars(day)} />;
});
