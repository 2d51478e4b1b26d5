/** The button that opens the examples of a source's provider. The dialog loads with the first press. */
import type { Source } from "@posthorn/contract/sources";
import { Send } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { later } from "../../../ui/later.tsx";
import { useRefusal } from "../../session/use-refusal.ts";

const TestRequestDialog = later(() => import("./test-request-dialog.tsx")).component(
  (loaded) => loaded.TestRequestDialog,
);

export interface SendTestRequestProps {
  source: Pick<Source, "id" | "name">;
  /** On a phone, only its icon: in a bar with other buttons. */
  isShort?: boolean;
  size?: "sm" | "md";
}

export function SendTestRequest({ source, isShort = false, size = "md" }: SendTestRequestProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size={size}
        icon={<Send aria-hidden />}
        disabledReason={useRefusal("send")}
        onClick={() => setIsOpen(true)}
      >
        <span className={isShort ? "max-sm:sr-only" : undefined}>Send a test request</span>
      </Button>
      {isOpen ? <TestRequestDialog source={source} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
