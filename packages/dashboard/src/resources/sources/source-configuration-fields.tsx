/**
 * What can be set on a source of a type: authentication, allowed methods and its own response, as far as the type has
 * them. `prefix` is where the values of the source are in the form: "" or "source.".
 */
import { HTTP_METHODS, REQUEST_METHODS, type RequestMethod } from "@posthorn/contract/causes";
import { CUSTOM_RESPONSE_MAX_CHARACTERS } from "@posthorn/contract/limits";
import {
  authMethodLabel,
  needsConfirmation,
  needsFetches,
  sourceTypeDetails,
} from "@posthorn/contract/source-catalogue";
import type { SourceType } from "@posthorn/contract/source-types";
import { CUSTOM_RESPONSE_TYPES, type CustomResponse } from "@posthorn/contract/sources";
import { useState } from "react";
import { get, useFormContext, useFormState, useWatch } from "react-hook-form";
import { Callout } from "../../ui/callout.tsx";
import { CheckboxField } from "../../ui/form/checkbox-field.tsx";
import { CheckboxGroupField } from "../../ui/form/checkbox-group-field.tsx";
import { SecretField } from "../../ui/form/secret-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextAreaField } from "../../ui/form/text-area-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSession } from "../session/use-session.ts";
import { authFieldsOf } from "./source-auth-fields.ts";
import { featuresOf, methodOf, methodsOf } from "./source-form.ts";

type Prefix = "" | `${string}.`;

export function SourceConfigurationFields({ prefix = "", type }: { prefix?: Prefix; type: SourceType }) {
  const { configuration_alert } = sourceTypeDetails(type);
  const features = featuresOf(type);
  return (
    <>
      {configuration_alert === null ? null : (
        <Callout tone="hold" title="Before you use it">
          {configuration_alert}
        </Callout>
      )}
      {features.includes("VERIFICATION") && type !== "MANAGED" ? (
        <AuthenticationFields prefix={prefix} type={type} />
      ) : null}
      {features.includes("CUSTOM_HTTP_METHOD") ? (
        <MethodsField key={type} prefix={prefix} type={type} />
      ) : null}
      {features.includes("CUSTOM_RESPONSE") ? <ResponseFields prefix={prefix} /> : null}
    </>
  );
}

/** Fields that belong to a checkbox stand under it, indented. */
const INDENTED = "ml-6 flex flex-col gap-3";

function AuthenticationFields({ prefix, type }: { prefix: Prefix; type: SourceType }) {
  const isOn: boolean = useWatch({ name: `${prefix}is_authenticated` });
  const auth_type: string = useWatch({ name: `${prefix}auth_type` });
  const methods = methodsOf({ type, auth_type });
  const method = methodOf({ type, auth_type });
  const { provider_fetches } = useSession();
  const { getValues } = useFormContext();
  return (
    <div className="flex flex-col gap-3">
      <CheckboxField
        name={`${prefix}is_authenticated`}
        label="Authentication"
        hint="Requests that do not prove themselves are rejected with the cause Authentication Failed."
      />
      {method !== null && !provider_fetches && needsFetches(method) ? (
        <Callout tone="hold" title={`Posthorn cannot check requests of ${authMethodLabel(method)} here`}>
          It would have to fetch a key from the provider, and the operator of this installation has turned
          such fetches off. With authentication, this source rejects every request until the operator sets{" "}
          <span className="mono">POSTHORN_PROVIDER_FETCHES=on</span>.
          {needsConfirmation(method) ? " Until then it confirms no subscriptions either." : null}
        </Callout>
      ) : null}
      {isOn && method !== null ? (
        <div className={INDENTED}>
          {methods.length > 1 ? (
            <SelectField
              name={`${prefix}auth_type`}
              label="Method"
              options={methods.map((value) => ({ value, label: authMethodLabel(value) }))}
            />
          ) : null}
          {authFieldsOf(method).map(({ name, label, hint, isSecret, isOptional, options }) => {
            const field = { name: `${prefix}auth.${method}.${name}`, label, hint, isRequired: !isOptional };
            // The server sends a viewer none of the values. Of a secret the field says that there is one.
            if (!isSecret && getValues(field.name) === null) return null;
            if (options !== null)
              return (
                <SelectField
                  key={field.name}
                  {...field}
                  options={options.map((value) => ({ value, label: value }))}
                />
              );
            return isSecret ? (
              <SecretField key={field.name} {...field} />
            ) : (
              <TextField key={field.name} {...field} autoComplete="off" spellCheck={false} isMono />
            );
          })}
        </div>
      ) : null}
    </div>
  );
}

/**
 * The usual methods, those of the provider, and any other that the source allows already, or that was chosen for the type
 * before: a form must neither keep nor take away one unseen. Needs a new `key` for each type.
 */
function MethodsField({ prefix, type }: { prefix: Prefix; type: SourceType }) {
  const name = `${prefix}allowed_http_methods`;
  const { getValues } = useFormContext();
  const { defaultValues } = useFormState();
  const stored: readonly RequestMethod[] = get(defaultValues, name);
  const [chosenBefore] = useState<readonly RequestMethod[]>(() => getValues(name));
  const offered = new Set([...HTTP_METHODS, ...sourceTypeDetails(type).methods, ...stored, ...chosenBefore]);
  return (
    <CheckboxGroupField
      name={name}
      label="Allowed HTTP methods"
      hint="Requests with any other method are turned away."
      options={REQUEST_METHODS.filter((method) => offered.has(method)).map((value) => ({
        value,
        label: <span className="mono">{value}</span>,
      }))}
    />
  );
}

const CONTENT_TYPES: Record<CustomResponse["content_type"], string> = {
  json: "application/json",
  text: "text/plain",
  xml: "application/xml",
};

function ResponseFields({ prefix }: { prefix: Prefix }) {
  const isOn: boolean = useWatch({ name: `${prefix}has_custom_response` });
  const type: CustomResponse["content_type"] = useWatch({ name: `${prefix}custom_response.content_type` });
  return (
    <div className="flex flex-col gap-3">
      <CheckboxField
        name={`${prefix}has_custom_response`}
        label="Custom response"
        hint="Answers the sender with this instead of the default."
      />
      {isOn ? (
        <div className={INDENTED}>
          <SelectField
            name={`${prefix}custom_response.content_type`}
            label="Content type"
            options={CUSTOM_RESPONSE_TYPES.map((value) => ({ value, label: value }))}
            className="max-w-40"
          />
          <TextAreaField
            name={`${prefix}custom_response.body`}
            label="Body"
            hint={`Answers 200 with ${CONTENT_TYPES[type]}.`}
            maxCharacters={CUSTOM_RESPONSE_MAX_CHARACTERS}
            rows={4}
            isMono
          />
        </div>
      ) : null}
    </div>
  );
}
