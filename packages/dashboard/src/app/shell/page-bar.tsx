/** One bar above the page: an icon, a sentence or two, and an action. */
import { cx } from "class-variance-authority";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface PageBarProps {
  icon: LucideIcon;
  iconClass: string;
  action?: ReactNode;
  children: ReactNode;
}

export function PageBar({ icon: Icon, iconClass, action, children }: PageBarProps) {
  return (
    <output className="flex shrink-0 items-start gap-2.5 border-b border-line bg-surface py-1.5 pr-2 pl-5 text-sm max-md:pl-3">
      <Icon aria-hidden className={cx("mt-2 size-4 shrink-0", iconClass)} />
      <p className="min-w-0 flex-1 py-1.5 [overflow-wrap:anywhere]">{children}</p>
      {action}
    </output>
  );
}
