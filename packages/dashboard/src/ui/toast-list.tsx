/** The toasts on screen: the part of `toaster.tsx` that needs the library, in its own chunk. */
import { useEffect } from "react";
import { toast, Toaster } from "sonner";
import { showWith } from "./toast.ts";

/** Above the foot of the page (styles.css). */
const BOTTOM = "var(--toast-bottom, 16px)";

const STYLE = {
  "--normal-bg": "var(--surface)",
  "--normal-border": "var(--line-strong)",
  "--normal-text": "var(--ink)",
  "--border-radius": "6px",
  "--width": "320px",
  fontFamily: "var(--font-sans)",
};

export function ToastList() {
  // Runs after the effects of sonner's own component, which listens from then on.
  useEffect(() => showWith(({ kind, text, options }) => void toast[kind](text, options)), []);
  return (
    <Toaster
      position="bottom-right"
      gap={8}
      offset={{ right: 16, bottom: BOTTOM }}
      mobileOffset={{ bottom: BOTTOM }}
      style={STYLE}
      toastOptions={{
        classNames: {
          error: "[&_[data-icon]]:text-bad",
          success: "[&_[data-icon]]:text-ok",
          warning: "[&_[data-icon]]:text-hold",
          description: "text-ink-2!",
        },
      }}
    />
  );
}
