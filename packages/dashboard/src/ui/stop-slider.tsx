/**
 * A choice of one from some values in a row, with a slider. Every value is a labelled stop; arrow keys go from stop to stop.
 *
 * The browser's own range input takes pointer and keys. Its track is drawn here, because it has labels and a part that is
 * filled. Labels of phones are close, so a stop may have one short note, and two neighbours have their notes in two lines.
 */
import { cx } from "class-variance-authority";

export interface Stop {
  /** What the slider shows, and what a screen reader hears. */
  label: string;
  inWords: string;
  /** Below the label. */
  note?: string | undefined;
}

export interface StopSliderProps {
  /** Its name for screen readers. */
  label: string;
  stops: readonly Stop[];
  /** The place of the chosen stop. */
  value: number;
  onChange: (value: number) => void;
  /** Points at a place between the stops: 1.5 is in the middle of the second and the third. */
  pointer?: { at: number; text: string } | undefined;
}

/** With more stops than this, a phone has no room for all labels: it shows the ends, the chosen one, and those with a note. */
const FEW = 7;
/** The middle of the thumb is never nearer to the end of the input than half of it. */
const THUMB = `focus-visible:outline-none
  [&::-webkit-slider-thumb]:size-4.5 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-2 [&::-webkit-slider-thumb]:border-ink [&::-webkit-slider-thumb]:bg-surface [&:focus-visible::-webkit-slider-thumb]:outline-2 [&:focus-visible::-webkit-slider-thumb]:outline-offset-2 [&:focus-visible::-webkit-slider-thumb]:outline-ring
  [&::-moz-range-thumb]:box-border [&::-moz-range-thumb]:size-4.5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-2 [&::-moz-range-thumb]:border-ink [&::-moz-range-thumb]:bg-surface [&:focus-visible::-moz-range-thumb]:outline-2 [&:focus-visible::-moz-range-thumb]:outline-offset-2 [&:focus-visible::-moz-range-thumb]:outline-ring`;
const HALF_THUMB = "mx-[9px]";

export function StopSlider({ label, stops, value, onChange, pointer }: StopSliderProps) {
  const last = Math.max(stops.length - 1, 1);
  const left = (at: number) => `${(at / last) * 100}%`;
  return (
    <div>
      {pointer === undefined ? null : (
        <div aria-hidden className={cx("relative h-7 text-xs text-ink-2", HALF_THUMB)}>
          <span
            className="absolute top-0 leading-4 whitespace-nowrap"
            style={{ left: left(pointer.at), translate: `-${left(pointer.at)}` }}
          >
            {pointer.text}
          </span>
          <span className="absolute bottom-0 h-2.5 w-px bg-ink-2" style={{ left: left(pointer.at) }} />
        </div>
      )}
      <div className="relative h-6">
        <div aria-hidden className={cx("absolute inset-0", HALF_THUMB)}>
          <div className="absolute top-1/2 h-1 w-full -translate-y-1/2 rounded-full bg-line-strong" />
          <div
            className="absolute top-1/2 h-1 -translate-y-1/2 rounded-full bg-ink"
            style={{ width: left(value) }}
          />
          {stops.map((stop, at) => (
            <span
              key={stop.label}
              className={cx(
                "absolute top-1/2 h-2.5 w-0.5 -translate-1/2",
                at <= value ? "bg-ink" : "bg-line-strong",
              )}
              style={{ left: left(at) }}
            />
          ))}
        </div>
        <input
          type="range"
          aria-label={label}
          aria-valuetext={stops[value]?.inWords}
          min={0}
          max={stops.length - 1}
          step={1}
          value={value}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          className={cx(
            "absolute inset-0 m-0 h-full w-full cursor-pointer appearance-none rounded-full bg-transparent",
            THUMB,
          )}
        />
      </div>
      <div aria-hidden className={cx("relative h-12 text-xs", HALF_THUMB)}>
        {stops.map(({ label: text, note }, at) => (
          <span
            key={text}
            className={cx(
              "absolute top-0.5 flex flex-col leading-4 whitespace-nowrap",
              at === 0
                ? "-ml-[9px] items-start"
                : at === stops.length - 1
                  ? "items-end max-sm:-mr-3"
                  : "items-center",
              stops.length > FEW &&
                at !== 0 &&
                at !== stops.length - 1 &&
                at !== value &&
                note === undefined &&
                "max-sm:hidden",
            )}
            style={
              at === stops.length - 1
                ? { right: -9 }
                : { left: left(at), translate: at === 0 ? undefined : "-50%" }
            }
          >
            <span className={at === value ? "font-semibold text-ink" : "text-ink-2"}>{text}</span>
            {note === undefined ? null : (
              <span
                className={cx(
                  "text-[11px] text-ink-2",
                  at > 0 && stops[at - 1]?.note !== undefined && "mt-3.5",
                )}
              >
                {note}
              </span>
            )}
          </span>
        ))}
      </div>
    </div>
  );
}
