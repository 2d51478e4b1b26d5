/** When was a key last used? */
import { Moment } from "../../ui/timestamp.tsx";

export function LastUse({ at }: { at: string | null }) {
  if (at === null) return "never used";
  return (
    <>
      last used <Moment value={at} />
    </>
  );
}
