/**
 * How does code show a short message in the corner of the page?
 *
 * With `toast`, from anywhere. Most visits need none, so the library behind it loads with the first one: until then
 * this file keeps what is said, and `Toaster` takes it over.
 */
import type { ExternalToast } from "sonner";

type ToastKind = "message" | "success" | "warning" | "error";
type ToastOptions = Pick<ExternalToast, "description" | "action" | "duration">;

export interface Said {
  kind: ToastKind;
  text: string;
  options: ToastOptions | undefined;
}

let waiting: Said[] = [];
let show: ((said: Said) => void) | null = null;
let wake: (() => void) | null = null;

function say(kind: ToastKind) {
  return (text: string, options?: ToastOptions): void => {
    const said = { kind, text, options };
    if (show) return show(said);
    waiting.push(said);
    wake?.();
  };
}

export const toast = {
  message: say("message"),
  success: say("success"),
  warning: say("warning"),
  error: say("error"),
};

/** For `Toaster`: calls `onFirst` when something waits to be shown. */
export function whenSaid(onFirst: () => void): () => void {
  wake = onFirst;
  if (waiting.length > 0) onFirst();
  return () => {
    if (wake === onFirst) wake = null; // unless another page has taken over already
  };
}

/** For `Toaster`: shows what waits, and everything that follows. */
export function showWith(shower: (said: Said) => void): () => void {
  show = shower;
  for (const said of waiting) shower(said);
  waiting = [];
  return () => {
    if (show === shower) show = null; // as above
  };
}
