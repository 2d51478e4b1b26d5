/**
 * The small line drawings of empty and failed states. All have one stroke width, no fill and the current text colour.
 */
import type { ReactNode } from "react";

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 96 56"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

/** Two boxes and a line that does not join them yet. */
export function UnjoinedDrawing() {
  return (
    <Drawing>
      <rect x="2" y="18" width="26" height="20" rx="3" />
      <rect x="68" y="18" width="26" height="20" rx="3" />
      <path d="M28 28h10" />
      <path d="M43 28h10" strokeDasharray="2 4" />
      <path d="M58 28h10" />
      <path d="M9 25h10M9 31h6M75 25h12M75 31h7" opacity=".5" />
    </Drawing>
  );
}

/** A list with empty lines. */
export function QuietListDrawing() {
  return (
    <Drawing>
      <rect x="18" y="4" width="60" height="48" rx="4" />
      <path d="M18 16h60" />
      <path d="M26 10h14" />
      <path d="M26 26h8M42 26h28M26 35h8M42 35h20M26 44h8M42 44h24" strokeDasharray="1 4" />
    </Drawing>
  );
}

/** A lens that found nothing. */
export function LensDrawing() {
  return (
    <Drawing>
      <circle cx="44" cy="24" r="16" />
      <path d="M56 36l14 14" />
      <path d="M38 24h12" strokeDasharray="1 4" />
    </Drawing>
  );
}

/** A line that is broken in the middle. */
export function BrokenLineDrawing() {
  return (
    <Drawing>
      <path d="M4 28h30l5-10M62 28h30M62 28l-5 10" />
      <path d="M48 8v6M48 42v6M34 10l3 4M62 10l-3 4M34 46l3-4M62 46l-3-4" opacity=".6" />
    </Drawing>
  );
}

/** A padlock. */
export function LockedDrawing() {
  return (
    <Drawing>
      <rect x="30" y="24" width="36" height="26" rx="4" />
      <path d="M37 24v-7a11 11 0 0 1 22 0v7" />
      <path d="M48 35v5" />
    </Drawing>
  );
}
