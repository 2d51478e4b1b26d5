/**
 * Starts the queries of its content after its first paint.
 *
 * To start five of them takes longer than to draw the panel that asks for them, and it is drawn without their answers
 * anyway. TanStack Query calls such a time "restoring": queries show what the cache has and fetch nothing.
 */
import { IsRestoringProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAfterPaint } from "../../ui/use-after-paint.ts";

export function QueriesAfterPaint({ children }: { children: ReactNode }) {
  return <IsRestoringProvider value={!useAfterPaint(true, false)}>{children}</IsRestoringProvider>;
}
