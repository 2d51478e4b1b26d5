/**
 * What is shown when there is nothing? One small drawing, one sentence that teaches, one button.
 */
import type { ReactNode } from "react";

export interface EmptyStateProps {
  /** One of the drawings beside this file, or any icon. */
  drawing: ReactNode;
  title: string;
  children?: ReactNode;
  /** One primary button or link; a quiet second one at most. */
  action?: ReactNode;
  /** It is the whole page, and its title the page's only heading. */
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
