/** One secret that can be revealed, copied and rolled, with its age below it. */
import { RotateCw } from "lucide-react";
import { useState, type ReactNode } from "react";
import { later } from "../../ui/later.tsx";
import { Button } from "../../ui/button.tsx";
import { SecretValue } from "../../ui/secret-value.tsx";
import { Moment } from "../../ui/timestamp.tsx";
import type { RollDialogProps } from "./roll-dialog.tsx";

const dialog = later(() => import("./roll-dialog.tsx"));
const RollDialog = dialog.component((loaded) => loaded.RollDialog);

const ENDING_CHARACTERS = 4;

export interface RolledSecretProps extends Pick<RollDialogProps, "what" | "isRollOpen"> {
  label: string;
  secret: { key: string; created_at: string; created_by: string | null };
  /** What else is known of it, after its age. */
  note?: ReactNode;
}

export function RolledSecret({ label, what, secret, isRollOpen, note }: RolledSecretProps) {
  const [isRolling, setIsRolling] = useState(false);
  const { key, created_at, created_by } = secret;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex gap-2">
        <SecretValue
          key={key} // a new secret is hidden, although the old one was revealed
          label={label}
          value={key}
          endingCharacters={ENDING_CHARACTERS}
          isLabelHidden
        />
        <Button
          icon={<RotateCw />}
          aria-label={`Roll ${what}…`}
          onPointerEnter={dialog.load}
          onClick={() => setIsRolling(true)}
        >
          Roll…
        </Button>
      </div>
      <p className="text-xs text-ink-3">
        Created <Moment value={created_at} />
        {created_by === null ? null : ` by ${created_by}`}
        {note}
      </p>
      {isRolling ? (
        <RollDialog
          what={what}
          ending={key.slice(-ENDING_CHARACTERS)}
          seen={created_at}
          isRollOpen={isRollOpen}
          onClose={() => setIsRolling(false)}
        />
      ) : null}
    </div>
  );
}
