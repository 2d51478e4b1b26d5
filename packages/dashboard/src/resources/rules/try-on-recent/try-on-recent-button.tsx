/**
 * Opens the trial of edited rules. A rules form has it, and so has the window in which a person edits a filter.
 *
 * The panel loads when it is first opened. Closing it gives the focus back to the button.
 */
import { FlaskConical } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { later } from "../../../ui/later.tsx";
import { useRefusal } from "../../session/use-refusal.ts";
import type { TryOnRecentProps } from "./try-on-recent-panel.tsx";

const TryOnRecentPanel = later(() => import("./try-on-recent-panel.tsx")).component(
  (loaded) => loaded.TryOnRecentPanel,
);

export interface TryOnRecentButtonProps extends TryOnRecentProps {
  /** Why the rules cannot be tried now, such as a field with an error. */
  disabledReason?: string | undefined;
}

export function TryOnRecentButton({ disabledReason, ...edited }: TryOnRecentButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const refusal = useRefusal("configure");
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        icon={<FlaskConical />}
        aria-expanded={isOpen}
        disabledReason={refusal ?? disabledReason}
        onClick={() => setIsOpen(!isOpen)}
      >
        Try on recent requests
      </Button>
      {isOpen ? <TryOnRecentPanel {...edited} onClose={close} /> : null}
    </>
  );
}
