/**
 * What does the page show when our own code fails? It says so, and offers Reload and Get help.
 *
 * Get help shows a report to copy, for the people who run this installation. The dashboard sends nothing by itself.
 */
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { BrokenLineDrawing } from "../ui/drawings.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { usePageTitle } from "../ui/use-page-title.ts";

/** Enough of the stack to find the place; the lines below belong to React. */
const STACK_LINES = 12;

function crashReport(error: unknown, page: string, at: Date): string {
  const stack = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  return [`Page: ${page}`, `Time: ${at.toISOString()}`, ...stack.split("\n").slice(0, STACK_LINES)].join(
    "\n",
  );
}

export function CrashScreen({ error }: { error: unknown }) {
  usePageTitle("Something went wrong");
  const [report, setReport] = useState<string | null>(null);
  return (
    <main className="flex min-h-full flex-col items-center justify-center">
      <EmptyState
        isPage
        drawing={<BrokenLineDrawing />}
        title="Something went wrong..."
        action={
          <>
            <Button variant="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
            <Button
              aria-expanded={report !== null}
              onClick={() => setReport(crashReport(error, window.location.pathname, new Date()))}
            >
              Get help
            </Button>
          </>
        }
      >
        The dashboard met an error it did not expect. Deliveries go on as before: only this page is affected.
      </EmptyState>
      {report === null ? null : (
        <section aria-label="Error report" className="-mt-8 w-full max-w-180 px-4 pb-16">
          <p className="mb-2 text-sm text-ink-2">
            Send this to whoever runs Posthorn for you. It holds the page, the time and the error, and none of
            your data.
          </p>
          <CodeBlock code={report} copyLabel="Copy error report" isWrapped />
        </section>
      )}
    </main>
  );
}
