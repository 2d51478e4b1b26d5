/**
 * In which order is a card saved and a plan chosen with it?
 *
 * Save the card, charge this card from now on, change the billing email, wait a moment, change the plan. A provider may take
 * that moment until it knows the card. If a step fails, it is tried once more after five seconds, in the whole flow once: the
 * steps before it are done and are not repeated, so no second card is saved. A card that the provider refuses is no failure:
 * the person types another one.
 *
 * Time comes in as `wait`. `use-payment.ts` gives it the real calls.
 */

const SETTLE_MS = 2_000;
export const RETRY_AFTER_MS = 5_000;

/** What the form of a provider says about the card in it. */
export type SavedCard = { kind: "saved"; setup_id: string } | { kind: "refused"; text: string };

export type PaymentStep = "save_card" | "set_default" | "update_email" | "settle" | "change_plan";

export interface PaymentFlow {
  saveCard: () => Promise<SavedCard>;
  setDefault: (setup_id: string) => Promise<unknown>;
  /** Null: it stays as it is. */
  updateEmail: (() => Promise<unknown>) | null;
  /** Null: only the card changes. */
  changePlan: (() => Promise<unknown>) | null;
  wait: (ms: number) => Promise<void>;
  onStep: (step: PaymentStep, isRetry: boolean) => void;
}

export type PaymentOutcome =
  | { kind: "done" }
  | { kind: "refused"; text: string }
  | { kind: "failed"; step: PaymentStep; error: unknown };

export async function payInOrder(flow: PaymentFlow): Promise<PaymentOutcome> {
  const { saveCard, setDefault, updateEmail, changePlan, wait, onStep } = flow;
  let step: PaymentStep = "save_card";
  let isRetry = false;
  async function take<Result>(next: PaymentStep, act: () => Promise<Result>): Promise<Result> {
    step = next;
    onStep(next, false);
    try {
      return await act();
    } catch (error) {
      if (isRetry) throw error;
      isRetry = true;
      onStep(next, true);
      await wait(RETRY_AFTER_MS);
      return act();
    }
  }
  try {
    const card = await take("save_card", saveCard);
    if (card.kind === "refused") return card;
    await take("set_default", () => setDefault(card.setup_id));
    if (updateEmail !== null) await take("update_email", updateEmail);
    if (changePlan !== null) {
      await take("settle", () => wait(SETTLE_MS));
      await take("change_plan", changePlan);
    }
    return { kind: "done" };
  } catch (error) {
    return { kind: "failed", step, error };
  }
}
