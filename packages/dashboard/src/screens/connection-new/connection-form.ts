/**
 * Which values does the form of a new connection have, when are they valid, and what does it send?
 *
 * A person can create both ends here or choose existing ones. The form keeps the input of the option that is not
 * chosen, but neither checks nor sends it.
 */
import type { createConnection } from "@posthorn/contract/connections";
import type { BodyOf } from "@posthorn/contract/endpoint";
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
import {
  emptySource,
  newSourceMistakes,
  sourceFieldOf,
  sourceInputOf,
  SourceValues,
} from "../../resources/sources/source-form.ts";
import type { Step } from "../../ui/form/steps-nav.tsx";

const ENDS = ["new", "existing"] as const;

const Values = z.object({
  source_choice: z.enum(ENDS),
  source_id: z.string(),
  source: SourceValues,
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
    // Accepts any HTTP request, so a person who does not care about types needs only a name.
    source: emptySource("WEBHOOK"),
    destination_choice: prefill.destination_id === undefined ? "new" : "existing",
    destination_id: prefill.destination_id ?? "",
    destination: emptyDestination(),
    name: "",
    ...newRulesForm(prefill.transformation_id),
  };
}

function sourceMistakes({ source_choice, source_id, source }: ConnectionFormValues) {
  if (source_choice === "existing")
    return source_id === "" ? [{ path: ["source_id"], message: REQUIRED }] : [];
  return newSourceMistakes(source).map(({ path, message }) => ({ path: ["source", ...path], message }));
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
  for (const [path, message] of mistakesInDestination(value))
    issues.push({ code: "custom", path: [...path], message, input: value });
  for (const { path, message } of [...sourceMistakes(value), ...rulesMistakes(value)])
    issues.push({ code: "custom", path, message, input: value });
});

/** The fields of each step. The last step is the press on Create. */
const STEPS = [
  { id: "source", label: "Source", fields: ["source_choice", "source_id", "source"] },
  {
    id: "destination",
    label: "Destination",
    fields: ["destination_choice", "destination_id", "destination"],
  },
  { id: "rules", label: "Rules", fields: ["retry", "delay", "steps"] },
  { id: "name", label: "Name", fields: ["name"] },
  { id: "create", label: "Create", fields: [] },
] as const satisfies readonly { id: string; label: string; fields: readonly ConnectionFormField[] }[];

/** The steps with their state. `errors`: the mistakes that the form shows, by field. */
export function stepsOf(
  values: ConnectionFormValues,
  errors: Partial<Record<ConnectionFormField, unknown>>,
): Step[] {
  const isComplete: Record<(typeof STEPS)[number]["id"], boolean> = {
    source: sourceMistakes(values).length === 0,
    destination: mistakesInDestination(values).length === 0,
    rules: rulesMistakes(values).length === 0,
    name: true,
    create: false,
  };
  return STEPS.map(({ id, label, fields }) => ({
    id,
    label,
    isComplete: isComplete[id],
    hasMistake: fields.some((field) => errors[field] !== undefined),
  }));
}

/** What the press on Create makes. */
export function creationWords({ source_choice, destination_choice }: ConnectionFormValues): string {
  const hasNewSource = source_choice === "new";
  const hasNewDestination = destination_choice === "new";
  if (hasNewSource && hasNewDestination) return "Creates the source, the destination and the connection.";
  if (hasNewSource) return "Creates the source and the connection.";
  return hasNewDestination ? "Creates the destination and the connection." : "Creates the connection.";
}

/** Where the server's complaints about the body belong in the form. */
const FIELDS: Readonly<Record<string, ConnectionFormField>> = {
  name: "name",
  source_id: "source_id",
  destination_id: "destination_id",
};

export function fieldOf(path: string, { source, destination }: ConnectionFormValues): string | undefined {
  if (path.startsWith("source.")) return `source.${sourceFieldOf(source, path.slice("source.".length))}`;
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
      : { source: sourceInputOf(values.source) }),
    ...(values.destination_choice === "existing"
      ? { destination_id: values.destination_id }
      : { destination: destinationInputOf(values.destination) }),
  };
}
