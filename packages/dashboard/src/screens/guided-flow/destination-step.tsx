/** The third step: a new destination, or one that the project has, and how fast events may go there. */
import {
  DESTINATION_TYPES,
  type Destination,
  getDestination,
  RATE_LIMIT_PERIODS,
  type RateLimitPeriod,
} from "@posthorn/contract/destinations";
import type { UseCase } from "@posthorn/contract/onboarding";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { call } from "../../resources/api/call.ts";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import {
  useCreateDestination,
  useSaveDestination,
} from "../../resources/destinations/destination-actions.ts";
import { destinationFieldOf } from "../../resources/destinations/destination-form.ts";
import {
  DESTINATION_TYPE_LABELS,
  RATE_PERIOD_LABELS,
} from "../../resources/destinations/destination-words.ts";
import { rateWarning } from "../../resources/destinations/rate-warning.ts";
import { NameField } from "../../resources/names/name-field.tsx";
import { guideDestinationsQuery } from "../../resources/onboarding/onboarding-queries.ts";
import { projectQuery } from "../../resources/projects/project-queries.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Callout } from "../../ui/callout.tsx";
import { NumberField } from "../../ui/form/number-field.tsx";
import { RadioField } from "../../ui/form/radio-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import {
  ChooseDestinationForm,
  destinationEdit,
  type DestinationChoice,
  EditDestinationForm,
  newDestination,
  newDestinationInput,
  storedDestination,
} from "./destination-values.ts";
import { StepForm } from "./step-form.tsx";
import { hintsForUseCase } from "./hints-for-use-case.ts";

const SAVE_FAILED = "An error occurred while saving the destination";

export interface ChooseDestinationProps {
  useCase: UseCase | null;
  /** What is typed so far, for the drawing. */
  onName: (name: string) => void;
  onDone: (destinationId: string) => Promise<unknown>;
}

export function ChooseDestination({ useCase, onName, onDone }: ChooseDestinationProps) {
  const { data: existing } = useQuery(guideDestinationsQuery);
  const { mutateAsync: create } = useCreateDestination();
  /** Of a press whose second half failed: the next one does not create another destination. */
  const made = useRef<string>(undefined);
  const [stored] = useState(() => newDestination(hintsForUseCase(useCase).destinationType));
  const form = useSaveForm({
    schema: ChooseDestinationForm,
    stored,
    isNew: true,
    save: async (values) => {
      const choose = async () => {
        made.current ??= (await create(newDestinationInput(values))).id;
        await onDone(made.current);
      };
      return refusalOf(values.choice === "existing" ? onDone(values.destination_id) : choose(), {
        failed: SAVE_FAILED,
        fieldOf: (path) => destinationFieldOf(path, values.auth_type),
      });
    },
  });
  const { choice, name } = useWatch({
    control: form.state.control,
    compute: (all: DestinationChoice) => all,
  });
  useEffect(() => onName(choice === "new" ? name : ""), [choice, name, onName]);
  const destinations = existing?.models ?? [];
  return (
    <StepForm form={form} label="Define destination">
      {destinations.length > 0 ? (
        <RadioField
          name="choice"
          label="Deliver to"
          isInline
          choices={[
            { value: "new", label: "New destination" },
            { value: "existing", label: "Existing destination" },
          ]}
        />
      ) : null}
      {choice === "existing" ? (
        <SelectField
          name="destination_id"
          label="Destination"
          isRequired
          options={[
            { value: "", label: "Choose a destination" },
            ...destinations.map(({ id, name: label }) => ({ value: id, label })),
          ]}
        />
      ) : (
        <DestinationFields />
      )}
    </StepForm>
  );
}

export interface EditDestinationProps {
  destination: Destination;
  onDone: () => void;
}

export function EditDestination({ destination, onDone }: EditDestinationProps) {
  const { mutateAsync: update } = useSaveDestination();
  const { id, name } = destination;
  const form = useSaveForm({
    schema: EditDestinationForm,
    stored: storedDestination(destination),
    version: destination.updated_at,
    save: (values, version) => {
      const { change, isOfRate } = destinationEdit(storedDestination(destination), values);
      const said = isOfRate
        ? "Max delivery rate updated"
        : `Destination ${change.name ?? name} configuration updated`;
      return refusalOf(update({ id, change, version, said }), {
        failed: isOfRate ? "Failed to update max delivery rate" : SAVE_FAILED,
        fieldOf: (path) => destinationFieldOf(path, values.auth_type),
      });
    },
    newest: async () => {
      const newest = await call(getDestination, { params: { id } });
      return { stored: storedDestination(newest), version: newest.updated_at };
    },
    onSaved: onDone,
  });
  return (
    <StepForm form={form} label="Edit destination" onCancel={onDone}>
      <DestinationFields />
    </StepForm>
  );
}

const TYPE_HINTS = { HTTP: "Your endpoint", CLI: "Your machine", MOCK_API: "Answers 200" };
const TYPE_CHOICES = DESTINATION_TYPES.map((value) => ({
  value,
  label: DESTINATION_TYPE_LABELS[value],
  hint: TYPE_HINTS[value],
}));

function DestinationFields() {
  const type: Destination["type"] = useWatch({ name: "type" });
  return (
    <>
      <RadioField name="type" label="Events go to" isInline choices={TYPE_CHOICES} />
      <div className="grid gap-4 sm:grid-cols-[2fr_3fr]">
        <NameField
          name="name"
          label="Destination name"
          isRequired
          placeholder="e.g. orders-api"
          question={(name) => ({ kind: "destination", name })}
        />
        {type === "HTTP" ? (
          <TextField
            name="url"
            label="URL"
            isRequired
            isMono
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://api.example.com/webhooks"
          />
        ) : null}
        {type === "CLI" ? (
          <TextField
            name="path"
            label="Path"
            isRequired
            isMono
            autoComplete="off"
            spellCheck={false}
            placeholder="/webhooks"
            hint="On your machine."
          />
        ) : null}
      </div>
      {type === "CLI" ? null : <Rate />}
    </>
  );
}

const PERIOD_OPTIONS = RATE_LIMIT_PERIODS.map((value) => ({ value, label: RATE_PERIOD_LABELS[value] }));

function Rate() {
  const { project } = useSession();
  const mostPerSecond = useQuery(projectQuery(project.id)).data?.max_events_per_second ?? null;
  const rate: number | null = useWatch({ name: "rate_limit" });
  const period: RateLimitPeriod = useWatch({ name: "rate_limit_period" });
  const warning = rateWarning(rate, period, mostPerSecond);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start gap-3">
        <div className="w-36">
          <NumberField name="rate_limit" label="Max delivery rate" isRequired min={0} />
        </div>
        <div className="w-40">
          <SelectField name="rate_limit_period" label="Period" isRequired options={PERIOD_OPTIONS} />
        </div>
      </div>
      <p className="text-xs text-ink-3">0 means as fast as requests come in. You can change it later.</p>
      {warning === null ? null : (
        <Callout tone="hold" title={warning}>
          The maximum belongs to the project's quotas, under throughput.
        </Callout>
      )}
    </div>
  );
}
