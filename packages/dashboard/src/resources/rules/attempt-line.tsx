/** When are the attempts of an event made? A dot for each, with the wait before it and its time. */
import { durationText } from "../../ui/form/duration.ts";
import { shownAttempts, type RetrySchedule } from "./retry-schedule.ts";

const ROOM = 6;

export function AttemptLine({ schedule: { attempts, isCut } }: { schedule: RetrySchedule }) {
  const shown = shownAttempts(attempts, ROOM);
  const left = attempts.length - shown.length;
  return (
    <div>
      <ol aria-label="Attempts" className="flex text-xs max-sm:flex-col max-sm:gap-1">
        {shown.map(({ number, waitMs, atMs }, at) => (
          <li
            key={number}
            className="relative flex min-w-0 flex-1 flex-col items-center gap-1 max-sm:flex-row max-sm:gap-2"
          >
            <span className="flex h-4 items-center text-ink-3 max-sm:order-last">
              {at === 0
                ? ""
                : left > 0 && at === shown.length - 1
                  ? `${left} more`
                  : `wait ${durationText(waitMs)}`}
            </span>
            {at === 0 ? null : (
              <span
                aria-hidden
                className="absolute top-7.5 right-1/2 left-[-50%] mx-3.5 border-t border-dashed border-line-strong max-sm:hidden"
              />
            )}
            <span
              aria-hidden
              className="flex size-5 shrink-0 items-center justify-center rounded-full border border-ink bg-surface text-[11px] tabular-nums"
            >
              {number}
            </span>
            <span className="text-center text-ink-2 tabular-nums">
              <span className="sr-only">Attempt {number}: </span>
              {at === 0 ? "received" : durationText(atMs)}
            </span>
          </li>
        ))}
      </ol>
      {isCut ? (
        <p className="mt-2 text-xs text-ink-3">
          The rule asks for more attempts, but none is made later than 7 days after the event.
        </p>
      ) : null}
    </div>
  );
}
