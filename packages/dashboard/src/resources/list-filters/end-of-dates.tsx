/** What the foot of a list's last page says: whether the archive ends here, or only the dates of the list. */
import { UpgradeLink } from "../plans/upgrade-link.tsx";
import { useSession } from "../session/use-session.ts";
import { type DateChoice, isWholeArchive } from "./date-ranges.ts";

export interface EndOfDatesProps {
  dates: DateChoice;
  /** Names the rows: "events". */
  many: string;
}

export function EndOfDates({ dates, many }: EndOfDatesProps) {
  const { retention_days } = useSession().project;
  if (!isWholeArchive(dates, retention_days)) return `No older ${many} in these dates.`;
  return (
    <>
      You've reached the end of your {retention_days} days archival window.{" "}
      <UpgradeLink highlight="retention_days" />
    </>
  );
}
