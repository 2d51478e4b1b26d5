/**
 * What does a page show when it has no data? One small drawing, one sentence that explains, one button.
 */
import type { ReactNode } from "react";

export interface EmptyStateProps {
  /** A drawing from `drawings.tsx`, or any icon. */
  drawing: ReactNode;
  title: string;
  children?: ReactNode;
  /** One primary button or link, and at most one quiet second one. */
  action?: ReactNode;
  /** The state is the whole page, so its title is the page's only heading. */
  isPage?: boolean;
}

export function EmptyState({ drawing, title, children, action, isPage = false }: EmptyStateProps) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <div className="mx-auto flex max-w-96 flex-col items-center px-4 py-16 text-center">
      <div aria-hidden className="mb-4 text-ink-3 [&_svg]:h-14 [&_svg]:w-auto">
        {drawing}
      </div>
      <Heading className="text-lg font-semibold">{title}</Heading>
      {children === undefined ? null : <p className="mt-1 text-sm text-balance text-ink-2">{children}</p>}
      {action === undefined ? null : <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
