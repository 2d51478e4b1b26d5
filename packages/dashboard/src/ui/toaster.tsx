/**
 * Where do toasts appear? The app's root renders this once. Other code calls sonner's `toast` directly.
 */
import { Toaster as Base } from "sonner";

const STYLE = {
  "--normal-bg": "var(--surface)",
  "--normal-border": "var(--line-strong)",
  "--normal-text": "var(--ink)",
  "--border-radius": "6px",
  "--width": "320px",
  fontFamily: "var(--font-sans)",
};

export function Toaster() {
  return (
    <Base
      position="bottom-right"
      gap={8}
      offset={16}
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
