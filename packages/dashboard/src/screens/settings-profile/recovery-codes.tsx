/** The recovery codes: a list to copy or to save, and the dialog that shows or replaces them after the password. */
import { Download } from "lucide-react";
import { useState } from "react";
import { useAccountActs } from "../../resources/account/use-account-acts.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { fields, listOf, text } from "../../ui/read.ts";
import { saveFile } from "../../ui/save-file.ts";
import { NO_PASSWORD, PasswordDialog, PasswordOnly } from "./password-dialog.tsx";

const CodesReply = fields({ recovery_codes: listOf(text()) });

/** Of a reply that contains codes. */
export function recoveryCodesIn(reply: unknown): readonly string[] {
  return CodesReply.parse(reply).recovery_codes ?? [];
}

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const written = codes.join("\n");
  return (
    <div className="rounded-md border border-line bg-sunken p-3">
      <ol aria-label="Recovery codes" className="mono grid grid-cols-2 gap-x-6 gap-y-1 text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-3 flex items-center gap-2">
        <Button
          size="sm"
          icon={<Download />}
          onClick={() => saveFile("posthorn-recovery-codes.txt", new Blob([`${written}\n`]))}
        >
          Save as file
        </Button>
        <CopyButton value={written} label="Copy recovery codes" />
      </div>
    </div>
  );
}

export interface RecoveryCodesDialogProps {
  /** True: the old ones end. */
  isNew: boolean;
  onClose: () => void;
}

export function RecoveryCodesDialog({ isNew, onClose }: RecoveryCodesDialogProps) {
  const act = useAccountActs();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes === null)
    return (
      <PasswordDialog
        title={isNew ? "New recovery codes" : "View recovery codes"}
        description={
          isNew
            ? "You get ten new codes. All codes that you have now stop working."
            : "A recovery code replaces the code of your app, once."
        }
        submitLabel={isNew ? "Make new codes" : "View codes"}
        schema={PasswordOnly}
        stored={NO_PASSWORD}
        act={(values) => act(isNew ? "renewRecoveryCodes" : "showRecoveryCodes", values)}
        onDone={(reply) => setCodes(recoveryCodesIn(reply))}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      isOpen
      size="sm"
      title={isNew ? "Your new recovery codes" : "Your recovery codes"}
      description="Each works once, if you do not have your phone. Keep them where only you find them."
      onClose={onClose}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}
