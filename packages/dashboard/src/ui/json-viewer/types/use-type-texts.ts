/**
 * The types of a body, once somebody wants to see them. A worker derives them, and ends with its answer.
 */
import { useEffect, useState } from "react";
import type { TypeTexts } from "./type-texts.ts";

/** Null until the answer is there. */
export function useTypeTexts(text: string, isWanted: boolean): TypeTexts | "failed" | null {
  const [answer, setAnswer] = useState<{ text: string; types: TypeTexts | "failed" } | null>(null);
  const types = answer?.text === text ? answer.types : null;
  const isAsked = isWanted && types === null;
  useEffect(() => {
    if (!isAsked) return undefined;
    const worker = new Worker(new URL("./type-worker.ts", import.meta.url), { type: "module" });
    const settle = (settled: TypeTexts | null) => {
      worker.terminate();
      setAnswer({ text, types: settled ?? "failed" });
    };
    worker.addEventListener("message", ({ data }: MessageEvent<TypeTexts | null>) => settle(data));
    worker.addEventListener("error", () => settle(null));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(text);
    return () => worker.terminate();
  }, [isAsked, text]);
  return types;
}
