/** The line drawings of the four use cases. All have one stroke width, no fill and the current text colour. */
import type { ReactNode } from "react";

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 120 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-12 w-auto self-start"
    >
      {children}
    </svg>
  );
}

/** Many senders, one queue, one receiver. */
export function ReceiveDrawing() {
  return (
    <Drawing>
      <path d="M2 10h24c14 0 12 14 26 14M2 24h50M2 38h24c14 0 12-14 26-14" opacity=".6" />
      <rect x="52" y="11" width="26" height="26" rx="4" />
      <path d="M78 24h34M105 17l7 7-7 7" />
    </Drawing>
  );
}

/** One sender, many receivers. */
export function SendDrawing() {
  return (
    <Drawing>
      <rect x="2" y="11" width="26" height="26" rx="4" />
      <path d="M28 24h84M105 17l7 7-7 7" />
      <path d="M46 24c14 0 10-16 24-16h42M106 3l6 5-6 5M46 24c14 0 10 16 24 16h42M106 35l6 5-6 5" />
    </Drawing>
  );
}

/** From one service to another, through a rule. */
export function RouteDrawing() {
  return (
    <Drawing>
      <circle cx="12" cy="24" r="10" />
      <path d="M22 24h20M78 24h20" />
      <path d="M60 6l18 18-18 18-18-18z" />
      <circle cx="108" cy="24" r="10" />
    </Drawing>
  );
}

/** An answer at once, the work later. */
export function AsynchronousDrawing() {
  return (
    <Drawing>
      <path d="M2 14h36M31 7l7 7-7 7M38 34H2M9 27l-7 7 7 7" />
      <path d="M48 24h22" strokeDasharray="2 5" />
      <circle cx="96" cy="24" r="16" />
      <path d="M96 14v10l7 6" />
    </Drawing>
  );
}
