/** Asks before somebody joins with another address than the one that was invited. The answer is a promise. */
import { useState, type ReactNode } from "react";
import type { Accepted } from "../../resources/invitations/accept-actions.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

interface Asking {
  email: string;
  answer: (isMeant: boolean) => void;
}

export interface OtherAddress {
  /** Tries to accept; if the address is another one, asks, and tries once more. Null: the person does not want it. */
  accept: (email: string, attempt: (otherAddress: boolean) => Promise<Accepted>) => Promise<Accepted | null>;
  /** Render this once. */
  question: ReactNode;
}

export function useOtherAddress(invited: string, organizationName: string): OtherAddress {
  const [asking, setAsking] = useState<Asking | null>(null);
  const ask = async (email: string): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setAsking({ email, answer: resolve });
    const isMeant = await promise;
    setAsking(null);
    return isMeant;
  };
  return {
    accept: async (email, attempt) => {
      const first = await attempt(false);
      if (!first.isOtherAddress) return first;
      return (await ask(email)) ? attempt(true) : null;
    },
    question: asking ? (
      <ConfirmDialog
        isOpen
        title={`Join as ${asking.email}?`}
        description={`The invitation was sent to ${invited}. If you go on, ${asking.email} joins ${organizationName}, and the invitation is used up.`}
        confirmLabel={`Join as ${asking.email}`}
        onConfirm={() => asking.answer(true)}
        onClose={() => asking.answer(false)}
      />
    ) : null,
  };
}
