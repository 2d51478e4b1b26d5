/**
 * Has this lasted long enough to show it? True once `isOn` has been true for `afterMs` without interruption.
 */
import { useEffect, useState } from "react";

export function useDelayed(isOn: boolean, afterMs: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = window.setTimeout(() => setHasLasted(true), afterMs);
    return () => {
      window.clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isOn, afterMs]);
  return isOn && hasLasted;
}
