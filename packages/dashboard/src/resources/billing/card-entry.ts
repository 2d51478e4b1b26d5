/**
 * What do dialogs know of a card that a person types? Only whether something is typed, and whether it is complete: the
 * number stays in the form of the provider.
 *
 * A form has it as its value `card`, so an incomplete card is a mistake like any other, and a typed one is asked about
 * before the dialog closes.
 */
import { CARD_REQUIRED } from "@posthorn/contract/billing";
import * as z from "zod/mini";

export const CardEntry = z
  .object({ isEmpty: z.boolean(), isComplete: z.boolean() })
  .check(z.refine(({ isComplete }) => isComplete, CARD_REQUIRED));
export type CardEntry = z.output<typeof CardEntry>;

export const NO_CARD_YET: CardEntry = { isEmpty: true, isComplete: false };
