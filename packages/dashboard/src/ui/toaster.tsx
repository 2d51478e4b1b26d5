/** Where do toasts appear? The app's root renders this once. They lie over windows, and stay usable while one is open. */
import { lazy, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { OVER_WINDOWS } from "./modal-stack.ts";
import { whenSaid } from "./toast.ts";

const ToastList = lazy(async () => ({ default: (await import("./toast-list.tsx")).ToastList }));

export function Toaster() {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => whenSaid(() => setIsNeeded(true)), []);
  if (!isNeeded) return null;
  return createPortal(
    <div {...OVER_WINDOWS}>
      <Suspense>
        <ToastList />
      </Suspense>
    </div>,
    document.body,
  );
}
