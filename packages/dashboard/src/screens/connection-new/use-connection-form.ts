/**
 * The state of the new-connection form: values, mistakes, and whether there is unsaved input.
 *
 * One resolver finds all mistakes, including taken names, so that focus, messages and validity agree.
 */
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useForm, useWatch, type FieldErrors, type Resolver } from "react-hook-form";
import { ConnectionForm, type ConnectionFormValues } from "./connection-form.ts";
import { NAME_FIELDS, takenNames, useNameAnswers } from "./taken-names.ts";

export function useConnectionForm(start: ConnectionFormValues) {
  const client = useQueryClient();
  const resolver = useMemo<Resolver<ConnectionFormValues>>(() => {
    const check: Resolver<ConnectionFormValues> = standardSchemaResolver(ConnectionForm);
    return async (values, context, options) => {
      const { errors } = await check(values, context, options);
      const all: FieldErrors<ConnectionFormValues> = { ...errors };
      for (const field of takenNames(client, values))
        all[field] ??= { type: "taken", message: "Name is already used." };
      return Object.keys(all).length === 0 ? { values, errors: {} } : { values: {}, errors: all };
    };
  }, [client]);
  const form = useForm<ConnectionFormValues>({
    defaultValues: start,
    resolver,
    mode: "onTouched",
    reValidateMode: "onChange",
  });
  const values = useWatch({ control: form.control, compute: (all: ConnectionFormValues) => all });

  const taken = useNameAnswers(values);
  const { trigger, getFieldState } = form;
  useEffect(() => {
    // Validate again the fields whose name is taken now, and those whose name was taken before.
    const isTaken = new Set(taken.split(" "));
    const fields = NAME_FIELDS.filter(
      (field) => isTaken.has(field) || getFieldState(field).error?.type === "taken",
    );
    if (fields.length > 0) void trigger(fields);
  }, [taken, trigger, getFieldState]);

  return { form, values };
}
