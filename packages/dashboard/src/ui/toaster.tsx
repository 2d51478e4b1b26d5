/** Where do toasts appear? The app's root renders this once. They lie over windows, and stay usable while one is open. */
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { later } from "./later.tsx";
import { OVER_WINDOWS } from "./modal-stack.ts";
import { whenSaid } from "./toast.ts";

const ToastList = later(() => import("./toast-list.tsx")).component((loaded) => loaded.ToastList);

export function Toaster() {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => whenSaid(() => setIsNeeded(true)), []);
  if (!isNeeded) return null;
  return createPortal(
    <div {...OVER_WINDOWS}>
      <ToastList />
    </div>,
    document.body,
  );
}
