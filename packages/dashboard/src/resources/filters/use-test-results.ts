/**
 * What does the filter say about the input now? Asked anew a moment after each change, in a worker.
 *
 * The last results stay until the next ones arrive, so nothing flickers while a person types. One question is under way
 * at a time; what changed meanwhile is asked next.
 */
import { useEffect, useRef, useState } from "react";
import type { TestResults } from "./explain-texts.ts";
import type { Question } from "./explain-worker.ts";
import type { PartTexts } from "./filter-texts.ts";

const ASK_AFTER_MS = 150;

interface Asked {
  worker: Worker;
  isBusy: boolean;
  next: Question | null;
}

/** Null until the first answer. */
export function useTestResults(filter: PartTexts, input: PartTexts): TestResults | null {
  const [results, setResults] = useState<TestResults | null>(null);
  const asked = useRef<Asked | null>(null);
  const number = useRef(0);

  useEffect(() => {
    const worker = new Worker(new URL("./explain-worker.ts", import.meta.url), { type: "module" });
    const current: Asked = { worker, isBusy: false, next: null };
    asked.current = current;
    worker.addEventListener("message", ({ data }: MessageEvent<{ number: number; results: TestResults }>) => {
      current.isBusy = false;
      setResults(data.results);
      if (current.next) ask(current, current.next);
    });
    return () => {
      worker.terminate();
      asked.current = null;
    };
  }, []);

  useEffect(() => {
    const timer = window.setTimeout(() => {
      if (asked.current) ask(asked.current, { number: (number.current += 1), filter, input });
    }, ASK_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [filter, input]);
  return results;
}

function ask(asked: Asked, question: Question): void {
  if (asked.isBusy) {
    asked.next = question;
    return;
  }
  asked.next = null;
  asked.isBusy = true;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  asked.worker.postMessage(question);
}
