/** The value once it has stayed the same for a moment: for questions to the server while a person types. */
import { useEffect, useState } from "react";

export function useRested(value: string, restMs: number): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(value), restMs);
    return () => window.clearTimeout(timer);
  }, [value, restMs]);
  return rested;
}
