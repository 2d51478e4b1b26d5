/** Stripe's card form. The number is typed into a frame of Stripe's, so no script of ours can read it. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { FieldNote } from "../../ui/field.tsx";
import { controlClass } from "../../ui/input.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { stripeQuery } from "./card-queries.ts";
import type { ProviderFormProps } from "./card-form.tsx";
import { StripeMissing } from "./stripe-missing.tsx";
import { stripeOutcome, type MakeStripe, type Stripe, type StripeCard } from "./stripe-script.ts";

/** Nobody learns when the person leaves the frame, so what is missing is said when the form is sent. */
export function StripeCardForm({ setup, ref, error, onChange }: ProviderFormProps) {
  const { publishable_key, script_url } = setup;
  const script = useQuery(stripeQuery(script_url ?? ""));
  if (script.data)
    return (
      <CardElement
        ref={ref}
        makeStripe={script.data}
        publishableKey={publishable_key ?? ""}
        error={error}
        onChange={onChange}
      />
    );
  if (script.isError) return <StripeMissing scriptUrl={script_url ?? ""} onRetry={script.refetch} />;
  return <TextSkeleton label="card form" />;
}

interface CardElementProps extends Omit<ProviderFormProps, "setup" | "onLeave"> {
  makeStripe: MakeStripe;
  publishableKey: string;
}

function CardElement({ ref, makeStripe, publishableKey, error, onChange }: CardElementProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const form = useRef<{ stripe: Stripe; card: StripeCard }>(null);
  const [mistake, setMistake] = useState<string>();
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });

  useEffect(() => {
    if (!box.current) return;
    const stripe = makeStripe(publishableKey);
    const card = stripe.elements().create("card", { style: styleOfPage(), hidePostalCode: true });
    card.mount(box.current);
    card.on("change", ({ complete, empty, error: wrong }) => {
      setMistake(wrong?.message);
      change.current({ isEmpty: empty, isComplete: complete });
    });
    form.current = { stripe, card };
  }, [makeStripe, publishableKey]);

  useImperativeHandle(ref, () => ({
    async confirm({ client_secret }) {
      if (!form.current) throw new Error("The card form is not there");
      const { stripe, card } = form.current;
      return stripeOutcome(await stripe.confirmCardSetup(client_secret, { payment_method: { card } }));
    },
  }));

  const wrong = mistake ?? error;
  return (
    <fieldset aria-describedby={`${id}-note`} className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Card</legend>
      {/* A form moves the focus to what is wrong; the frame takes it from here. */}
      <div
        ref={box}
        tabIndex={-1}
        data-invalid={wrong !== undefined}
        onFocus={({ target, currentTarget }) => {
          if (target === currentTarget) form.current?.card.focus();
        }}
        className={`${controlClass} min-h-8 px-2.5 py-2 data-[invalid=true]:border-bad`}
      />
      <FieldNote id={`${id}-note`} error={wrong} className="mt-1.5" />
    </fieldset>
  );
}

/** A frame of another origin does not see our style sheet. */
function styleOfPage(): object {
  const page = window.getComputedStyle(document.documentElement);
  const colour = (name: string) => page.getPropertyValue(name).trim();
  return {
    base: {
      color: colour("--ink"),
      iconColor: colour("--ink-3"),
      fontFamily: "system-ui, sans-serif",
      fontSize: "13px",
      "::placeholder": { color: colour("--ink-3") },
    },
    invalid: { color: colour("--bad"), iconColor: colour("--bad") },
  };
}
