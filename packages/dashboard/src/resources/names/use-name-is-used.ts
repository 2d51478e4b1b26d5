/** Is the name that a person types already taken? Asks when the person pauses. False until the answer is there. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { nameIsUsedQuery, type NameQuestion } from "./name-queries.ts";

const RESTS_AFTER_MS = 300;

export function useNameIsUsed(question: NameQuestion | null): boolean {
  const asked = JSON.stringify(question);
  const [rested, setRested] = useState(asked);
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(asked), RESTS_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [asked]);
  const answer = useQuery(nameIsUsedQuery(rested === asked ? question : null));
  return answer.data?.used === true;
}
