/**
 * The mark: a post horn drawn as one line. The favicon (public/favicon.svg) is the same path.
 */
import { cx } from "class-variance-authority";

export const MARK_PATH =
  "M2 15.5h10.5a5 5 0 1 0-5-5c0 3.4 2.6 5 6.5 5h3.5c3.6 0 6.4 1.6 8 5V6.5c-1.6 3.4-4.4 5-8 5h-2.2";

export function Mark({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 28 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx("text-brass", className)}
    >
      <path d={MARK_PATH} />
    </svg>
  );
}
