/**
 * Sets the title of the browser's tab: `{title} - Posthorn`. `PageHeader` calls it if its title is plain text;
 * screens without a `PageHeader` call it themselves.
 */
import { useEffect } from "react";

export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = `${title ?? "Dashboard"} - Posthorn`;
  }, [title]);
}
