/**
 * The mark: a post horn drawn as one line. The favicon (public/favicon.svg) uses the same path.
 */
import { cx } from "class-variance-authority";

export const MARK_PATH =
  "M2 17c4 0 13.5-.5 13.5-7.2a5 5 0 0 0-10 0c0 4.2 4 5.7 8 6.2 5 .6 9.5 1.5 12.5 5V5c-2.2 3-4.6 4.9-8 5.9";

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
