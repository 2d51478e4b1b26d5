/** Which events show their attempts below their row? Kept while the screen is open, not in the address. */
import { useCallback, useState } from "react";

export interface Expanded {
  ids: ReadonlySet<string>;
  /** Without `isOpen`: the opposite of now. */
  toggle: (eventId: string, isOpen?: boolean) => void;
}

const NONE: ReadonlySet<string> = new Set();

export function useExpanded(): Expanded {
  const [ids, setIds] = useState(NONE);
  const toggle = useCallback(
    (eventId: string, isOpen?: boolean) =>
      setIds((before) => {
        const after = new Set(before);
        if (isOpen ?? !before.has(eventId)) after.add(eventId);
        else after.delete(eventId);
        return after;
      }),
    [],
  );
  return { ids, toggle };
}
