/** That something is too old to be kept, and the way to a plan that keeps it longer. */
import { useSession } from "../session/use-session.ts";
import { UpgradeLink } from "./upgrade-link.tsx";

export interface PastArchiveProps {
  what: "event" | "request" | "attempt response" | "execution";
}

export function PastArchive({ what }: PastArchiveProps) {
  const { retention_days } = useSession().project;
  return (
    <>
      This {what} is past your archival period of {retention_days} days, the request data is no longer
      available. <UpgradeLink highlight="retention_days" />
    </>
  );
}
