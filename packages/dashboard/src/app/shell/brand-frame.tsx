/** The frame of pages before the dashboard: sign-in, sign-up, onboarding. One column, with the mark above it. */
import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import { Mark, MARK_PATH } from "../../ui/mark.tsx";

export interface BrandFrameProps {
  /** For a form with choices side by side. */
  isWide?: boolean;
  children: ReactNode;
}

export function BrandFrame({ isWide = false, children }: BrandFrameProps) {
  return (
    <div className="flex h-full flex-col items-center overflow-x-hidden overflow-y-auto px-5 py-10">
      <HornLine />
      <main className={cx("relative my-auto w-full", isWide ? "max-w-130" : "max-w-90")}>
        <div className="mb-8 flex items-center gap-2">
          <Mark className="h-6 w-auto" />
          <span className="text-xl font-semibold tracking-tight">Posthorn</span>
        </div>
        {children}
      </main>
    </div>
  );
}

/** The mark as a background: as large as the page, drawn as a hairline. */
function HornLine() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 28 24"
      fill="none"
      stroke="var(--line-strong)"
      strokeWidth="1"
      strokeLinejoin="round"
      className="pointer-events-none fixed -right-[8vw] -bottom-[6vh] h-[56vh] overflow-visible max-lg:hidden"
    >
      <path vectorEffect="non-scaling-stroke" d={`M-80 17H2${MARK_PATH.slice("M2 17".length)}`} />
    </svg>
  );
}
