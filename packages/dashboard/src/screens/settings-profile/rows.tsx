/** A box with a row for each thing: what it is, something about it, and its buttons at the end. */
import type { ReactNode } from "react";

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-md border border-line bg-surface">
      {children}
    </ul>
  );
}

export interface RowProps {
  icon: ReactNode;
  name: ReactNode;
  /** Beside the name, or below it where there is little room. */
  about?: ReactNode;
  children?: ReactNode;
}

export function Row({ icon, name, about, children }: RowProps) {
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1 text-sm">
      <span aria-hidden className="text-ink-2 [&_svg]:size-4">
        {icon}
      </span>
      <span className="w-36 min-w-0 truncate font-medium @max-3xl:flex-1">{name}</span>
      <span className="min-w-0 flex-1 text-ink-2 @max-3xl:order-last @max-3xl:basis-full">{about}</span>
      <span className="flex items-center gap-2">{children}</span>
    </li>
  );
}
