/**
 * The page around the `Section`s of a form or of settings: one width for all of them. The sections ask it how much room
 * there is, because a panel beside the page takes some.
 *
 * Below the part that scrolls is room for what must stay in view, such as Save. It is there only while a section uses it.
 */
import { createContext, use, useCallback, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { pageFoot } from "../page-foot.ts";

const Foot = createContext<HTMLElement | null>(null);

export function SettingsMain({ children }: { children: ReactNode }) {
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const footRef = useCallback((element: HTMLElement | null) => {
    setFoot(element);
    return pageFoot(element);
  }, []);
  return (
    <Foot value={foot}>
      <main className="@container min-h-0 flex-1 overflow-y-auto px-5 max-md:px-3">
        <div className="mx-auto max-w-250 pb-10">{children}</div>
      </main>
      <div ref={footRef} className="shrink-0 empty:hidden" />
    </Foot>
  );
}

/** Shows its children below the page, wherever the page is scrolled to. Only inside `SettingsMain`. */
export function AtFoot({ children }: { children: ReactNode }) {
  const foot = use(Foot);
  return foot && createPortal(children, foot);
}
