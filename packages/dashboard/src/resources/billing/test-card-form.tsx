/**
 * The card form of the provider `test`, which moves no money. It stands for a provider's own form, and its dialog for a bank.
 *
 * A browser must not offer the person's real cards here, so it is told to complete nothing.
 */
import { confirmTestCard } from "@posthorn/contract/billing";
import type { BodyOf } from "@posthorn/contract/endpoint";
import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type FocusEvent,
  type RefObject,
} from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, FieldNote } from "../../ui/field.tsx";
import { afterPress } from "../../ui/form/after-press.ts";
import { useFormStatus } from "../../ui/form/form-status.ts";
import { Input } from "../../ui/input.tsx";
import { useNow } from "../../ui/use-now.ts";
import { call } from "../api/call.ts";
import { useSession } from "../session/use-session.ts";
import type { CardConfirmation, ProviderFormProps } from "./card-form.tsx";
import { CardMark } from "./card-mark.tsx";
import {
  cardBrand,
  cardMistakes,
  caretAfter,
  digitsOf,
  expiryText,
  groupedNumber,
  readExpiry,
  type CardText,
} from "./card-number.ts";
import { TestBankDialog, type BankAnswer } from "./test-bank-dialog.tsx";
import { TEST_NUMBERS } from "./test-numbers.ts";

/** The field in which a person goes on after a card was refused. */
export const CARD_NUMBER_FIELD = "card-number";

const EMPTY: CardText = { number: "", expiry: "", cvc: "" };
const MOST_CVC_DIGITS = 4;
/** Of a card that is filled in by a press: it expires in so many years. */
const YEARS_AHEAD = 4;

const FORMATS: { [Name in keyof CardText]: (text: string) => string } = {
  number: groupedNumber,
  expiry: expiryText,
  cvc: (text) => digitsOf(text).slice(0, MOST_CVC_DIGITS),
};

function isComplete(card: CardText): boolean {
  return Object.values(cardMistakes(card, new Date())).every((mistake) => mistake === undefined);
}

export function TestCardForm({ ref, error, onChange, onLeave }: ProviderFormProps) {
  const id = useId();
  const { organization } = useSession();
  const [card, setCard] = useState(EMPTY);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<{ answer: (answer: BankAnswer) => void } | null>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  const number = useRef<HTMLInputElement>(null);
  const { isDirty } = useFormStatus();

  // The form comes after the window that it is in. Whoever has begun to type elsewhere is left alone.
  const takesFocus = useRef(!isDirty);
  useLayoutEffect(() => {
    if (takesFocus.current) number.current?.focus();
    takesFocus.current = false;
  }, []);

  const change = (next: CardText) => {
    setCard(next);
    onChange({
      isEmpty: Object.values(next).every((text) => text === ""),
      isComplete: isComplete(next),
    });
  };

  const confirm = async (client_secret: string, authentication?: BankAnswer): Promise<CardConfirmation> => {
    const expiry = readExpiry(card.expiry) ?? { exp_month: 0, exp_year: 0 };
    const { number: typed, cvc } = card;
    const body: BodyOf<typeof confirmTestCard> = { client_secret, number: typed, ...expiry, cvc };
    const { status, message } = await call(confirmTestCard, {
      params: { organization_id: organization.id },
      body: authentication === undefined ? body : { ...body, authentication },
    });
    if (status === "succeeded") return { kind: "confirmed" };
    if (status === "declined") return { kind: "refused", text: message ?? "The card was declined." };
    const answered = await new Promise<BankAnswer>((answer) => setAsked({ answer }));
    setAsked(null);
    return confirm(client_secret, answered);
  };
  useImperativeHandle(ref, () => ({ confirm: ({ client_secret }) => confirm(client_secret) }));

  const mistakes = cardMistakes(card, useNow());
  const fieldOf = (name: keyof CardText) => ({
    value: card[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      change({ ...card, [name]: FORMATS[name](event.target.value) });
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      afterPress(() => setLeft((before) => new Set(before).add(name)));
      if (!box.current?.contains(relatedTarget)) onLeave();
    },
    ...(error !== undefined && mistakes[name] !== undefined && { "aria-invalid": true }),
  });
  /** What is typed and wrong. That something is missing is said once, below all fields. */
  const mistakeOf = (name: keyof CardText) =>
    card[name] !== "" && (left.has(name) || error !== undefined) ? mistakes[name] : undefined;
  const brand = cardBrand(card.number);

  return (
    <fieldset ref={box} aria-describedby={`${id}-note`} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 flex w-full items-center justify-between gap-2 text-sm font-semibold">
        Card <Badge className="font-normal">Test mode</Badge>
      </legend>
      <Field label="Card number" isRequired error={mistakeOf("number")}>
        <NumberInput
          {...fieldOf("number")}
          ref={number}
          // Null keeps the element: another one would not have the focus.
          end={brand === null ? null : <CardMark brand={brand} size="sm" />}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Expiry (MM / YY)" isRequired error={mistakeOf("expiry")}>
          <Input {...fieldOf("expiry")} isMono inputMode="numeric" autoComplete="off" placeholder="MM / YY" />
        </Field>
        <Field label="Security code (CVC)" isRequired error={mistakeOf("cvc")}>
          <Input {...fieldOf("cvc")} isMono inputMode="numeric" autoComplete="off" placeholder="CVC" />
        </Field>
      </div>
      <FieldNote id={`${id}-note`} error={error} />
      <TestNumbers
        onChoose={(chosen) => {
          const year = String((new Date().getFullYear() + YEARS_AHEAD) % 100).padStart(2, "0");
          change({ number: chosen, expiry: `12 / ${year}`, cvc: "123" });
        }}
      />
      {asked === null ? null : <TestBankDialog onAnswer={asked.answer} />}
    </fieldset>
  );
}

/** Spaces come and go while a person types, and the caret stays behind the digit that was typed. */
function NumberInput({
  value,
  onChange,
  ref,
  ...rest
}: Parameters<typeof Input>[0] & {
  ref: RefObject<HTMLInputElement | null>;
  value: string;
}) {
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    const at = caretAfter(value, caret.current);
    ref.current?.setSelectionRange(at, at);
    caret.current = null;
  }, [value, ref]);
  return (
    <Input
      {...rest}
      ref={ref}
      name={CARD_NUMBER_FIELD}
      value={value}
      onChange={(event) => {
        const { value: typed, selectionStart } = event.target;
        caret.current = digitsOf(typed.slice(0, selectionStart ?? typed.length)).length;
        onChange?.(event);
      }}
      isMono
      inputMode="numeric"
      autoComplete="off"
      placeholder="1234 1234 1234 1234"
    />
  );
}

function TestNumbers({ onChoose }: { onChoose: (number: string) => void }) {
  return (
    <div className="rounded-md border border-line bg-sunken px-3 py-2.5 text-xs text-ink-2">
      <p>No money moves here. Press a number to fill it in:</p>
      <ul className="-mx-2 mt-1 grid grid-cols-2 gap-x-2 max-sm:grid-cols-1">
        {TEST_NUMBERS.map(({ number, does }) => (
          <li key={number}>
            <Button
              variant="quiet"
              size="sm"
              className="h-auto! w-full flex-col items-start! gap-0! py-1"
              onClick={() => onChoose(number)}
            >
              <span>{does}</span> <span className="mono">{number}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
