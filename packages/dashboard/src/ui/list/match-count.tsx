/** How many rows match the filters of a list? Nothing until it is known, or where counting would take too long. */
import { boundedText, type BoundedCount } from "../count.ts";

export interface MatchCountProps {
  matches: BoundedCount | undefined;
  one: string;
  many: string;
}

export function MatchCount({ matches, one, many }: MatchCountProps) {
  const text = boundedText(matches);
  if (text === undefined) return null;
  return (
    <span className="whitespace-nowrap text-ink-2 tabular-nums">
      {text} {matches?.count === 1 ? one : many}
    </span>
  );
}
