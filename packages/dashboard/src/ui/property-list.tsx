/**
 * Names and values of one thing as a `<dl>` with two columns: names in grey, values in the text colour.
 */
import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";

export function PropertyList({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <dl
      className={cx(
        "grid grid-cols-[minmax(96px,156px)_minmax(0,1fr)] items-baseline gap-y-1.5 text-sm",
        className,
      )}
    >
      {children}
    </dl>
  );
}

export interface PropertyProps {
  name: string;
  /** For ids, URLs and headers. */
  isMono?: boolean;
  /** Adds a button that copies this value. */
  copied?: string | undefined;
  children: ReactNode;
}

export function Property({ name, isMono = false, copied, children }: PropertyProps) {
  return (
    <>
      <dt className="pr-3 text-ink-3">{name}</dt>
      <dd className={cx("flex min-w-0 items-center gap-1 [overflow-wrap:anywhere]", isMono && "mono")}>
        {children}
        {copied === undefined ? null : (
          <CopyButton value={copied} label={`Copy ${name}`} className="-my-0.5 self-start" />
        )}
      </dd>
    </>
  );
}
