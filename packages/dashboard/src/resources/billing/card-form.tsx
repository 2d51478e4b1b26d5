/**
 * Where does a person type a card? In the form of the provider, inside a `Form` that has a value `card`.
 *
 * Dialogs know no provider. They put this in, and call `save` of its handle when they are submitted. A setup saves one card:
 * it is asked for when the form opens, and again if the person types another card after one was saved. So a card that is
 * saved already is not saved twice, however often the dialog tries.
 */
import type { CardSetup } from "@posthorn/contract/billing";
import { useQuery } from "@tanstack/react-query";
import { useImperativeHandle, useRef, type Ref } from "react";
import { useFormField } from "../../ui/form/use-form-field.ts";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { useSession } from "../session/use-session.ts";
import { cardSetupQuery } from "./card-queries.ts";
import type { CardEntry } from "./card-entry.ts";
import type { SavedCard } from "./payment-flow.ts";
import { StripeCardForm } from "./stripe-card-form.tsx";
import { TestCardForm } from "./test-card-form.tsx";

export interface CardFormHandle {
  save: () => Promise<SavedCard>;
}

/** What the provider answers: the card of this setup is saved, or why not. It throws if it cannot be reached. */
export type CardConfirmation = { kind: "confirmed" } | { kind: "refused"; text: string };

export interface ProviderFormHandle {
  confirm: (setup: CardSetup) => Promise<CardConfirmation>;
}

export interface ProviderFormProps {
  ref: Ref<ProviderFormHandle>;
  setup: CardSetup;
  /** The form around it says that the card is not complete. */
  error: string | undefined;
  onChange: (entry: CardEntry) => void;
  onLeave: () => void;
}

const FORMS = { test: TestCardForm, stripe: StripeCardForm };

export function CardForm({ ref }: { ref: Ref<CardFormHandle> }) {
  const { organization } = useSession();
  const setup = useQuery(cardSetupQuery(organization.id));
  const field = useFormField<CardEntry>("card", { label: "Card" });
  const provider = useRef<ProviderFormHandle>(null);
  /** The setup whose card is saved, until the person types another card. */
  const saved = useRef<string | null>(null);
  const isUsedUp = useRef(false);

  useImperativeHandle(ref, () => ({
    async save() {
      if (saved.current !== null) return { kind: "saved", setup_id: saved.current };
      const next = isUsedUp.current ? (await setup.refetch({ throwOnError: true })).data : setup.data;
      if (!next || !provider.current) throw new Error("The card form is not there");
      isUsedUp.current = false;
      const answer = await provider.current.confirm(next);
      if (answer.kind === "refused") return answer;
      saved.current = next.id;
      return { kind: "saved", setup_id: next.id };
    },
  }));

  if (setup.data) {
    const Form = FORMS[setup.data.provider];
    return (
      <Form
        ref={provider}
        setup={setup.data}
        error={field.error}
        onChange={(entry) => {
          if (saved.current !== null) isUsedUp.current = true;
          saved.current = null;
          field.set(entry);
        }}
        onLeave={field.bind.onBlur}
      />
    );
  }
  if (setup.isError)
    return <LoadFailedLine what="The card form" error={setup.error} onRetry={setup.refetch} />;
  return <TextSkeleton label="card form" />;
}
