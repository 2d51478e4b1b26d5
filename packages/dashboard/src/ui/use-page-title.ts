/**
 * Names the page in the browser's tab: `{title} - Posthorn`. Detail pages name their entity. `PageHeader` does this
 * for a title that is plain text; screens without one call it themselves.
 */
import { useEffect } from "react";

export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = `${title ?? "Dashboard"} - Posthorn`;
  }, [title]);
}
