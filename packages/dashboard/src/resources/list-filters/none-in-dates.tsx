/** Nothing matches the filters of a list within the dates that it covers. If older rows are kept, it offers to look there. */
import { Button } from "../../ui/button.tsx";
import { NoneFound } from "../../ui/list/list-states.tsx";
import { useSession } from "../session/use-session.ts";
import { describeDates, isWholeArchive, LONGEST_RANGE, type DateChoice } from "./date-ranges.ts";

export interface NoneInDatesProps {
  title: string;
  /** The dates that the list covers. */
  dates: DateChoice;
  onDates: (dates: DateChoice) => void;
  /** Undefined if there is no filter. */
  onClear: (() => void) | undefined;
}

export function NoneInDates({ title, dates, onDates, onClear }: NoneInDatesProps) {
  const { retention_days } = useSession().project;
  return (
    <NoneFound
      title={title}
      onClear={onClear}
      action={
        isWholeArchive(dates, retention_days) ? null : (
          <Button onClick={() => onDates({ relative: LONGEST_RANGE })}>Look in the last month</Button>
        )
      }
    >
      {`There are none in these dates: ${describeDates(dates)}.`}
    </NoneFound>
  );
}
