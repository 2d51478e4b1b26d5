/** Says in the header whether the log is pushed elsewhere, and opens the dialog that sets it up. */
import type { AuditPush } from "@posthorn/contract/audit-push";
import { Send } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { later } from "../../ui/later.tsx";
import { TONE_ICONS, type Tone } from "../../ui/status-badge.tsx";

const dialog = later(() => import("./push-dialog.tsx"));
const PushDialog = dialog.component((loaded) => loaded.PushDialog);

const TONE_TEXTS: Readonly<Partial<Record<Tone, string>>> = {
  ok: "text-ok",
  bad: "text-bad",
  hold: "text-hold",
};

/** `push` is undefined as long as nobody knows. */
export function PushButton({ push }: { push: AuditPush | null | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const { tone, text } = stateOf(push);
  const Icon = tone === null ? Send : TONE_ICONS[tone];
  return (
    <>
      <Button
        icon={<Icon className={tone === null ? undefined : TONE_TEXTS[tone]} />}
        disabledReason={push === undefined ? "The settings are being loaded." : undefined}
        onPointerEnter={dialog.load}
        onClick={() => setIsOpen(true)}
      >
        {text}
      </Button>
      {isOpen && push !== undefined ? <PushDialog push={push} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function stateOf(push: AuditPush | null | undefined): { tone: "ok" | "bad" | "hold" | null; text: string } {
  if (!push) return { tone: null, text: "Push…" };
  if (push.is_paused) return { tone: "hold", text: "Push paused" };
  return push.error === null ? { tone: "ok", text: "Pushed" } : { tone: "bad", text: "Push fails" };
}
