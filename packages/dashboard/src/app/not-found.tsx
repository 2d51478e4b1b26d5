/**
 * What does the dashboard show for an address without a page?
 */
import { Link } from "@tanstack/react-router";
import { buttonClass } from "../ui/button.tsx";
import { LensDrawing } from "../ui/drawings.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { usePageTitle } from "../ui/use-page-title.ts";

export function NotFound() {
  usePageTitle("Page not found");
  return (
    <main className="flex min-h-full flex-1 items-center">
      <EmptyState
        isPage
        drawing={<LensDrawing />}
        title="Page not found"
        action={
          <Link to="/" className={buttonClass({ variant: "primary" })}>
            Go to the dashboard
          </Link>
        }
      >
        There is no page at this address. It may have moved, or the link may be cut short.
      </EmptyState>
    </main>
  );
}
