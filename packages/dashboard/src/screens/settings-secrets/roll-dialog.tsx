/** Asks when the old key or secret stops working, and rolls it. */
import { ROLL_DELAYS_SECONDS, type RollDelaySeconds } from "@posthorn/contract/keys";
import { ROLL_IS_OPEN } from "@posthorn/contract/settings-texts";
import { REQUIRED } from "@posthorn/contract/texts";
import { useState } from "react";
import * as z from "zod/mini";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useRoll, type Rolled } from "../../resources/keys/key-actions.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { RadioField } from "../../ui/form/radio-field.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { momentText } from "../../ui/time.ts";

export interface RollDialogProps {
  what: Rolled;
  /** The last characters of the present one. */
  ending: string;
  /** When the one that the person sees was created. */
  seen: string;
  /** The one from before the last roll is still valid, and there can be two at most. */
  isRollOpen: boolean;
  onClose: () => void;
}

const Values = z.object({
  delay: z.string().check(z.refine((delay) => delay !== "", REQUIRED)),
});

const LABELS: Record<RollDelaySeconds, string> = { 0: "Now", 3_600: "In 1 hour", 86_400: "In 24 hours" };

const HINTS: Record<Rolled, { now: string; until: (time: string) => string }> = {
  "API key": {
    now: "The current key stops working at once.",
    until: (time) => `Both keys work until ${time}.`,
  },
  "signing secret": {
    now: "Deliveries carry the new signature only.",
    until: (time) => `Deliveries carry both signatures until ${time}.`,
  },
};

function choicesFor({ what, isRollOpen }: Pick<RollDialogProps, "what" | "isRollOpen">, now: Date) {
  const timeAfter = (seconds: number) => momentText(new Date(now.getTime() + seconds * 1_000), now);
  return ROLL_DELAYS_SECONDS.map((seconds) => ({
    value: String(seconds),
    label: LABELS[seconds],
    hint: seconds === 0 ? HINTS[what].now : HINTS[what].until(timeAfter(seconds)),
    isDisabled: isRollOpen && seconds > 0,
  }));
}

export function RollDialog({ what, ending, seen, isRollOpen, onClose }: RollDialogProps) {
  // The hints stay as they are while the dialog is open.
  const [choices] = useState(() => choicesFor({ what, isRollOpen }, new Date()));
  const { mutateAsync: roll } = useRoll(what);
  const form = useSaveForm({
    schema: Values,
    stored: { delay: "" },
    isNew: true,
    save: ({ delay }) => {
      const delay_sec = ROLL_DELAYS_SECONDS.find((seconds) => String(seconds) === delay) ?? 0;
      return refusalOf(roll({ delay_sec, seen }), { failed: `Failed to roll ${what}` });
    },
    onSaved: onClose,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={`Roll ${what}`}
      description={
        <>
          A new one is made now. When should the current one, ending in <code className="mono">{ending}</code>
          , stop working?
        </>
      }
    >
      <Form form={form} label={`Roll ${what}`} isGuarded={false} className="flex flex-col gap-4">
        <RadioField
          name="delay"
          label="Expires"
          choices={choices}
          {...(isRollOpen && { hint: ROLL_IS_OPEN })}
        />
        <FormMessages />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>{`Roll ${what}`}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
