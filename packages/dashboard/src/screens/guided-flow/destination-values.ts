/**
 * Which values does the destination's step have, when are they valid, and what does it send?
 *
 * The same as the form of a destination, but its rate is always there: 0 means none. It edits the few fields that it shows
 * and leaves the others of the configuration as they are.
 */
import type { Destination, DestinationInput, DestinationUpdate } from "@posthorn/contract/destinations";
import { NOT_WHOLE, REQUIRED } from "@posthorn/contract/texts";
import * as z from "zod/mini";
import {
  type DestinationFormValues,
  destinationInputOf,
  destinationMistakes,
  DestinationValues,
  destinationValuesOf,
  emptyDestination,
  hasRate,
} from "../../resources/destinations/destination-form.ts";

type Mistake = readonly [path: readonly (string | number)[], message: string];

function rateMistake({ type, rate_limit }: DestinationFormValues): string | undefined {
  if (!hasRate({ type })) return undefined;
  if (rate_limit === null) return REQUIRED;
  if (!Number.isInteger(rate_limit)) return NOT_WHOLE;
  return rate_limit < 0 ? "Min of 0" : undefined;
}

function mistakesIn(values: DestinationFormValues): Mistake[] {
  const rate = rateMistake(values);
  return [
    ...destinationMistakes({ ...values, has_rate_limit: false }),
    ...(rate === undefined ? [] : [[["rate_limit"], rate] as const]),
  ];
}

export const EditDestinationForm = DestinationValues.check(({ value, issues }) => {
  for (const [path, message] of mistakesIn(value))
    issues.push({ code: "custom", path: [...path], message, input: value });
});

const Choice = z.object({
  choice: z.enum(["new", "existing"]),
  destination_id: z.string(),
  ...DestinationValues.shape,
});
export type DestinationChoice = z.output<typeof Choice>;

export const ChooseDestinationForm = Choice.check(({ value, issues }) => {
  const mistakes: Mistake[] =
    value.choice === "new"
      ? mistakesIn(value)
      : value.destination_id === ""
        ? [[["destination_id"], REQUIRED]]
        : [];
  for (const [path, message] of mistakes)
    issues.push({ code: "custom", path: [...path], message, input: value });
});

export function newDestination(type: Destination["type"]): DestinationChoice {
  return { choice: "new", destination_id: "", ...emptyDestination(), type, rate_limit: 0 };
}

export function storedDestination(destination: Destination): DestinationFormValues {
  const values = destinationValuesOf(destination);
  return { ...values, rate_limit: values.rate_limit ?? 0 };
}

export function newDestinationInput(values: DestinationFormValues): DestinationInput {
  return destinationInputOf({ ...values, has_rate_limit: values.rate_limit !== 0 });
}

export interface DestinationEdit {
  change: DestinationUpdate;
  /** Nothing else has changed, so the toasts speak of the rate. */
  isOfRate: boolean;
}

export function destinationEdit(
  before: DestinationFormValues,
  values: DestinationFormValues,
): DestinationEdit {
  const { name, type, url, path, rate_limit, rate_limit_period } = values;
  const isSame = (field: "name" | "type" | "url" | "path") => before[field] === values[field];
  return {
    change: {
      name,
      type,
      config: {
        ...(type === "HTTP" && { url: url.trim() }),
        ...(type === "CLI" && { path: path.trim() }),
        ...(hasRate({ type }) && {
          rate_limit: rate_limit === 0 ? null : rate_limit,
          rate_limit_period,
        }),
      },
    },
    isOfRate: isSame("name") && isSame("type") && isSame("url") && isSame("path"),
  };
}
