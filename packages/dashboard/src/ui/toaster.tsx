/** Where do toasts appear? The app's root renders this once. */
import { lazy, Suspense, useEffect, useState } from "react";
import { whenSaid } from "./toast.ts";

const ToastList = lazy(async () => ({ default: (await import("./toast-list.tsx")).ToastList }));

export function Toaster() {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => whenSaid(() => setIsNeeded(true)), []);
  return isNeeded ? (
    <Suspense>
      <ToastList />
    </Suspense>
  ) : null;
}
