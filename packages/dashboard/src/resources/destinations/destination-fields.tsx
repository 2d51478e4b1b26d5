/**
 * The fields of a destination, for every form that has them: a new destination, its settings, a new connection.
 *
 * `at` is where the form keeps the values: "" at its root, "destination." inside another thing's form.
 */
import { DESTINATION_TYPES } from "@posthorn/contract/destinations";
import { DESTINATION_AUTH_TYPES } from "@posthorn/contract/destination-auth";
import { ATTEMPT_DEADLINE_MS, DELIVERY_TIMEOUT_MAX_SECONDS } from "@posthorn/contract/limits";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { AdvancedPart } from "../../ui/form/advanced-part.tsx";
import { CheckboxField } from "../../ui/form/checkbox-field.tsx";
import { NumberField } from "../../ui/form/number-field.tsx";
import { RadioField } from "../../ui/form/radio-field.tsx";
import { SecretField } from "../../ui/form/secret-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { DescriptionField } from "../names/description-field.tsx";
import { NameField } from "../names/name-field.tsx";
import { AUTH_METHODS, type AuthField } from "./auth-methods.ts";
import { DeliveryGroupsFields } from "./delivery-groups-fields.tsx";
import {
  DELIVERY_METHODS,
  hasAuth,
  hasRate,
  usesAdvanced,
  type DestinationConfiguration,
} from "./destination-form.ts";
import { DESTINATION_TYPE_LABELS } from "./destination-words.ts";
import { RateFields } from "./rate-fields.tsx";

export interface DestinationFieldsProps {
  at: "" | "destination.";
}

export function DestinationDetailFields({ at }: DestinationFieldsProps) {
  return (
    <>
      <NameField
        name={`${at}name`}
        label={at === "" ? "Name" : "Destination name"}
        isRequired
        placeholder="e.g. orders-api"
        question={(name) => ({ kind: "destination", name })}
      />
      <DescriptionField name={`${at}description`} />
    </>
  );
}

const TYPE_HINTS = {
  HTTP: "An endpoint on the network",
  CLI: "Your own machine, through the CLI",
  MOCK_API: "Accepts everything, to try things out",
};
const TYPE_CHOICES = DESTINATION_TYPES.map((value) => ({
  value,
  label: DESTINATION_TYPE_LABELS[value],
  hint: TYPE_HINTS[value],
}));

const METHOD_OPTIONS = DELIVERY_METHODS.map((value) => ({
  value,
  label: value === "" ? "Default (matches request)" : value,
}));

const AUTH_OPTIONS = DESTINATION_AUTH_TYPES.map((value) => ({ value, label: AUTH_METHODS[value].label }));

export function DestinationConfigurationFields({ at }: DestinationFieldsProps) {
  const type: DestinationConfiguration["type"] = useWatch({ name: `${at}type` });
  const { getValues } = useFormContext();
  const [isAdvanced] = useState(() => usesAdvanced(at === "" ? getValues() : getValues("destination")));
  return (
    <>
      <RadioField name={`${at}type`} label="Destination type" isInline choices={TYPE_CHOICES} />
      {type === "HTTP" ? (
        <TextField
          name={`${at}url`}
          label="URL"
          isRequired
          isMono
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://api.example.com/webhooks"
          hint="Each event is sent to this address."
        />
      ) : null}
      {type === "CLI" ? (
        <TextField
          name={`${at}path`}
          label="Path"
          isRequired
          isMono
          autoComplete="off"
          spellCheck={false}
          placeholder="/webhooks"
          hint="The path on your machine to which the CLI forwards events."
        />
      ) : null}
      {hasAuth({ type }) ? <AuthFields at={at} /> : null}
      <AdvancedPart fields={ADVANCED.map((name) => `${at}${name}`)} isUsed={isAdvanced}>
        <CheckboxField
          name={`${at}forwards_path`}
          label="Path forwarding"
          hint="The path after the source URL is appended to the destination's."
        />
        <SelectField
          name={`${at}http_method`}
          label="HTTP method"
          options={METHOD_OPTIONS}
          className="max-w-70"
        />
        {hasRate({ type }) ? <RateFields at={at} /> : null}
        <NumberField
          name={`${at}delivery_timeout`}
          label="Delivery timeout (seconds)"
          min={1}
          max={DELIVERY_TIMEOUT_MAX_SECONDS}
          placeholder={String(ATTEMPT_DEADLINE_MS / 1000)}
          hint={`How long one attempt may take, at most ${DELIVERY_TIMEOUT_MAX_SECONDS}. Empty: ${ATTEMPT_DEADLINE_MS / 1000}.`}
        />
        {hasRate({ type }) ? <DeliveryGroupsFields at={at} /> : null}
      </AdvancedPart>
    </>
  );
}

/** Opens by itself if one of these is wrong. */
const ADVANCED = ["forwards_path", "http_method", "rate_limit", "delivery_timeout", "groups"];

function AuthFields({ at }: DestinationFieldsProps) {
  const type: DestinationConfiguration["auth_type"] = useWatch({ name: `${at}auth_type` });
  const { hint, fields } = AUTH_METHODS[type];
  return (
    <>
      <SelectField
        name={`${at}auth_type`}
        label="Authentication method"
        options={AUTH_OPTIONS}
        hint={hint}
        className="max-w-70"
      />
      {fields.length === 0 ? null : (
        <div className="flex flex-col gap-4 border-l border-line pl-4">
          {fields.map((field) => (
            <AuthInput key={`${type}.${field.name}`} name={`${at}auth.${type}.${field.name}`} field={field} />
          ))}
        </div>
      )}
    </>
  );
}

function AuthInput({ name, field }: { name: string; field: AuthField }) {
  const { label, hint, placeholder, options, isSecret = false, isOptional = false } = field;
  const shared = { name, label, hint, isRequired: !isOptional };
  if (options) return <SelectField {...shared} options={options} className="max-w-70" />;
  if (isSecret) return <SecretField {...shared} />;
  return (
    <TextField
      {...shared}
      autoComplete="off"
      spellCheck={false}
      {...(placeholder !== undefined && { placeholder })}
    />
  );
}
