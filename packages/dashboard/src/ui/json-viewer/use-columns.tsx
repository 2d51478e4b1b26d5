/**
 * How many characters fit side by side in a box?
 *
 * It measures a probe of 100 zeros in the box's own font, and measures again when the box is resized or the font
 * arrives late. Both values are 0 before the first measurement: draw nothing then.
 */
import { useLayoutEffect, useState, type RefObject } from "react";

const PROBE_TEXT = "0".repeat(100);

/** Goes into the box. It is often wider than the box, so nothing of it may count as content that can be scrolled to. */
export function ColumnProbe({ ref }: { ref: RefObject<HTMLSpanElement | null> }) {
  return (
    <span aria-hidden className="invisible absolute size-0 overflow-hidden">
      <span ref={ref} className="absolute">
        {PROBE_TEXT}
      </span>
    </span>
  );
}

export type Columns = { columns: number; charPx: number };

export function useColumns(
  box: RefObject<HTMLElement | null>,
  probe: RefObject<HTMLElement | null>,
  reservedPx: number,
): Columns {
  const [measured, setMeasured] = useState<Columns>({ columns: 0, charPx: 0 });

  useLayoutEffect(() => {
    const boxElement = box.current;
    const probeElement = probe.current;
    if (!boxElement || !probeElement) return undefined;
    const measure = () => {
      const charPx = probeElement.getBoundingClientRect().width / PROBE_TEXT.length;
      if (charPx === 0) return; // the box is hidden: the observer calls again when it appears
      const columns = Math.max(20, Math.floor((boxElement.clientWidth - reservedPx) / charPx));
      setMeasured((last) =>
        last.columns === columns && last.charPx === charPx ? last : { columns, charPx },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(boxElement);
    observer.observe(probeElement);
    return () => observer.disconnect();
  }, [box, probe, reservedPx]);

  return measured;
}
