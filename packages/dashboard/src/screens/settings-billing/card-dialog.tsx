/** /settings/organization/billing/payment-method: adds a card, or changes the one that is charged. */
import type { Card } from "@posthorn/contract/billing";
import { useState } from "react";
import { cardText } from "../../resources/billing/card-text.ts";
import { PaymentDialog } from "../../resources/billing/payment-dialog.tsx";

export interface CardDialogProps {
  card: Card | null;
  onClose: () => void;
}

export function CardDialog({ card: present, onClose }: CardDialogProps) {
  const [card] = useState(present); // the new one is there before the dialog has closed
  return (
    <PaymentDialog
      title={card === null ? "Add a card" : "Change card"}
      description={
        card === null
          ? "Invoices are charged to it, also those whose payment failed."
          : `Invoices are charged to it instead of ${cardText(card)}, also those whose payment failed.`
      }
      submitLabel="Save card"
      choice={null}
      onClose={onClose}
    />
  );
}
