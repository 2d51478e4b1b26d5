/**
 * Which values does the form of a new connection have, when are they valid, and what does it send?
 *
 * A person can create both ends here or choose existing ones. The form keeps the input of the option that is not
 * chosen, but neither checks nor sends it.
 */
import { HTTP_METHODS } from "@posthorn/contract/causes";
import type { createConnection } from "@posthorn/contract/connections";
import type { BodyOf } from "@posthorn/contract/endpoint";
import { DEFAULT_ALLOWED_HTTP_METHODS } from "@posthorn/contract/sources";
import { REQUIRED } from "@posthorn/contract/texts";
import * as z from "zod/mini";
import {
  destinationFieldOf,
  destinationInputOf,
  destinationMistakes,
  DestinationValues,
  emptyDestination,
} from "../../resources/destinations/destination-form.ts";
import { newRulesForm, RULES_SHAPE, rulesMistakes, rulesOf } from "../../resources/rules/rules-form.ts";
import type { Step } from "../../ui/form/steps-nav.tsx";

const ENDS = ["new", "existing"] as const;

const Values = z.object({
  source_choice: z.enum(ENDS),
  source_id: z.string(),
  source_name: z.string(),
  source_methods: z.array(z.enum(HTTP_METHODS)),
  destination_choice: z.enum(ENDS),
  destination_id: z.string(),
  destination: DestinationValues,
  name: z.string(),
  ...RULES_SHAPE,
});
export type ConnectionFormValues = z.output<typeof Values>;
type ConnectionFormField = keyof ConnectionFormValues;

export function emptyForm(prefill: {
  source_id?: string | undefined;
  destination_id?: string | undefined;
  transformation_id?: string | undefined;
}): ConnectionFormValues {
  return {
    source_choice: prefill.source_id === undefined ? "new" : "existing",
    source_id: prefill.source_id ?? "",
    source_name: "",
    source_methods: [...DEFAULT_ALLOWED_HTTP_METHODS],
    destination_choice: prefill.destination_id === undefined ? "new" : "existing",
    destination_id: prefill.destination_id ?? "",
    destination: emptyDestination(),
    name: "",
    ...newRulesForm(prefill.transformation_id),
  };
}

type Mistakes = Partial<Record<ConnectionFormField, string>>;

function sourceMistakes(values: ConnectionFormValues): Mistakes {
  if (values.source_choice === "existing") return values.source_id === "" ? { source_id: REQUIRED } : {};
  return {
    ...(values.source_name === "" && { source_name: REQUIRED }),
    ...(values.source_methods.length === 0 && {
      source_methods: "At least one HTTP method must be selected",
    }),
  };
}

type Mistake = readonly [path: readonly (string | number)[], message: string];

function mistakesInDestination(values: ConnectionFormValues): Mistake[] {
  if (values.destination_choice === "existing")
    return values.destination_id === "" ? [[["destination_id"], REQUIRED]] : [];
  return destinationMistakes(values.destination).map(([path, message]) => [
    ["destination", ...path],
    message,
  ]);
}

/** Needs no check of length or characters of names: the fields turn every input into a valid name. */
export const ConnectionForm = Values.check(({ value, issues }) => {
  for (const [field, message] of Object.entries(sourceMistakes(value)))
    issues.push({ code: "custom", path: [field], message, input: value });
  for (const [path, message] of mistakesInDestination(value))
    issues.push({ code: "custom", path: [...path], message, input: value });
  for (const { path, message } of rulesMistakes(value))
    issues.push({ code: "custom", path, message, input: value });
});

/** The steps with their state. The name is optional, so its step is complete only once there is one. */
export function stepsOf(values: ConnectionFormValues): Step[] {
  return [
    { id: "source", label: "Source", isDone: Object.keys(sourceMistakes(values)).length === 0 },
    {
      id: "destination",
      label: "Destination",
      isDone: mistakesInDestination(values).length === 0,
    },
    { id: "rules", label: "Rules", isDone: rulesMistakes(values).length === 0 },
    { id: "name", label: "Name", isDone: values.name !== "" },
  ];
}

/** Where the server's complaints about the body belong in the form. */
const FIELDS: Readonly<Record<string, ConnectionFormField>> = {
  name: "name",
  source_id: "source_id",
  "source.name": "source_name",
  "source.config.allowed_http_methods": "source_methods",
  destination_id: "destination_id",
};

export function fieldOf(path: string, { destination }: ConnectionFormValues): string | undefined {
  if (path.startsWith("destination."))
    return `destination.${destinationFieldOf(path.slice("destination.".length), destination.auth_type)}`;
  return FIELDS[path];
}

export function connectionInputOf(values: ConnectionFormValues): BodyOf<typeof createConnection> {
  return {
    name: values.name === "" ? null : values.name,
    rules: rulesOf(values),
    ...(values.source_choice === "existing"
      ? { source_id: values.source_id }
      : {
          source: {
            name: values.source_name,
            type: "WEBHOOK",
            config: { allowed_http_methods: values.source_methods },
          },
        }),
    ...(values.destination_choice === "existing"
      ? { destination_id: values.destination_id }
      : { destination: destinationInputOf(values.destination) }),
  };
}
