/**
 * The tabs of a page whose parts have addresses of their own: Overview, Settings. They are links, so a person can open
 * one in a new browser tab. Use `ui/tabs.tsx` for parts that share one address.
 *
 *     <TabLinks label="Connection">
 *       <Link {...tabLink} to="/connections/$id" params={{ id }}>Overview</Link>
 *     </TabLinks>
 */
import type { ReactNode } from "react";

/** Spread onto each `Link`. The router marks the link of the current page with `aria-current`. */
export const tabLink = {
  activeOptions: { exact: true, includeSearch: false },
  className:
    "inline-flex items-center gap-1.5 border-b-2 border-transparent py-2 text-sm whitespace-nowrap text-ink-2 transition-colors hover:text-ink focus-visible:outline-offset-[-2px] aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink",
} as const;

export interface TabLinksProps {
  /** Names the thing: "Connection". */
  label: string;
  /** A line about the thing, as long as the room that the tabs leave. */
  aside?: ReactNode;
  children: ReactNode;
}

export function TabLinks({ label, aside, children }: TabLinksProps) {
  return (
    // The hairline is a shadow, which the mark of the current tab covers. A link that overlapped a border would overflow.
    // On a phone the tabs scroll sideways: a bar would cover the hairline and the mark.
    <div className="flex min-h-10 shrink-0 items-center gap-5 px-5 shadow-[inset_0_-1px_0_var(--line)] max-md:px-3">
      <nav
        aria-label={label}
        className="flex min-w-0 gap-5 self-stretch overflow-x-auto [scrollbar-width:none]"
      >
        {children}
      </nav>
      {aside}
    </div>
  );
}
