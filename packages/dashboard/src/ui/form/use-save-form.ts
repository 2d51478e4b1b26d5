/**
 * The state of one form: its values, their mistakes, whether there is something to save, and the save itself.
 *
 *     const form = useSaveForm({ schema, stored: valuesOf(source), version: source.updated_at, save, newest });
 *
 * react-hook-form keeps the values and one resolver finds all mistakes, so focus, messages and validity agree. `save`
 * returns a refusal instead of throwing. A form has a value for each of its fields from the start: "" or null, never
 * undefined.
 *
 * `version` says which state of the thing the form has read. If `save` reports that it has changed since, the form asks
 * for the newest one. If nothing in this form has changed, it saves again over it; otherwise the person decides.
 */
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  get,
  set,
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
} from "react-hook-form";
import type { ConflictingField, FieldDisplay, FieldMistake, FormStatus, SaveRefusal } from "./form-status.ts";
import { changedPaths, isSame, mergeChanges } from "./value-changes.ts";

export interface Stored<Values> {
  stored: Values;
  version: string;
}

export interface SaveFormOptions<Values extends FieldValues> {
  /** Define it outside the component: a new schema makes a new resolver. */
  schema: Parameters<typeof standardSchemaResolver<Values, unknown, Values>>[0];
  /** The values to start from: those of the server, or the defaults of a new thing. */
  stored: Values;
  version?: string;
  /** A new thing. Its button can always be pressed, and then says what is missing. */
  isNew?: boolean;
  /** Null if it is saved. `version` is the one that this form has read. */
  save: (values: Values, version: string | undefined) => Promise<SaveRefusal | null>;
  /** Reads the thing again, after a conflict. */
  newest?: () => Promise<Stored<Values>>;
  /** The form counts as saved before this runs, and as busy until it ends. So it may leave the page. */
  onSaved?: () => void | Promise<void>;
}

export interface SaveForm<Values extends FieldValues> extends FormStatus {
  /** react-hook-form's own object, for `useWatch`, `setValue` and field arrays. */
  state: UseFormReturn<Values>;
}

interface Conflict<Values> extends Stored<Values> {
  fields: readonly ConflictingField[];
}

export const FIX_ERRORS = "Fix form errors";

/** Marks mistakes that a field reported, so that they are checked again when the field takes them back. */
export const REPORTED = "reported";

function resolverFor<Values extends FieldValues>(
  schema: SaveFormOptions<Values>["schema"],
  mistakes: ReadonlyMap<string, FieldMistake>,
): Resolver<Values> {
  const check: Resolver<Values> = standardSchemaResolver(schema);
  return async (values, context, options) => {
    const checked = await check(values, context, options);
    const reported = [...mistakes].filter(
      ([name, mistake]) =>
        isSame(get(values, name), mistake.value) && get(checked.errors, name) === undefined,
    );
    if (reported.length === 0) return checked;
    const errors: FieldErrors<Values> = {};
    Object.assign(errors, checked.errors);
    for (const [name, { message }] of reported) set(errors, name, { type: REPORTED, message });
    return { values: {}, errors };
  };
}

export function useSaveForm<Values extends FieldValues>({
  schema,
  stored,
  version,
  isNew = false,
  save,
  newest,
  onSaved,
}: SaveFormOptions<Values>): SaveForm<Values> {
  const [mistakes] = useState(() => new Map<string, FieldMistake>());
  const [displays] = useState(() => new Map<string, FieldDisplay>());
  const resolver = useMemo(() => resolverFor(schema, mistakes), [schema, mistakes]);
  const [start] = useState(stored);
  const state = useForm<Values>({
    // Safe: complete values are valid default values.
    defaultValues: start as DefaultValues<Values>,
    resolver,
    mode: "onTouched",
    reValidateMode: "onChange",
    shouldFocusError: false,
  });
  const { isDirty, isValid, isSubmitting, submitCount, errors } = state.formState;
  const [refusal, setRefusal] = useState<SaveRefusal | null>(null);
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null);
  /** What the server had when the form read it, and whether the next version is the result of our own save. */
  const base = useRef({ values: stored, version, isOurs: false });
  const unsaved = useRef(false);
  const isBusy = useRef(false);
  const isUnsaved = useCallback(() => unsaved.current, []);

  useEffect(() => {
    unsaved.current = isDirty;
  }, [isDirty]);

  useEffect(() => {
    const { current } = base;
    if (version === current.version || isSubmitting) return;
    if (current.isOurs || !isDirty) {
      const mine = mergeChanges(current.values, stored, state.getValues());
      unsaved.current = startFrom(state, stored, mine);
      base.current = { values: stored, version, isOurs: false };
    } else if (isSame(stored, current.values)) {
      // The change is in a part of the thing that another form shows.
      base.current = { ...current, version };
    }
  }, [version, stored, isDirty, isSubmitting, state]);

  /** Returns the values that are saved now, or null. */
  const send = async (values: Values): Promise<Values | null> => {
    const sent = structuredClone(state.getValues());
    const answer = await save(values, base.current.version);
    if (answer === null) {
      unsaved.current = false;
      base.current = { ...base.current, values: sent, isOurs: true };
      await onSaved?.();
      return sent;
    }
    const now = answer.isConflict === true ? await newest?.().catch(() => undefined) : undefined;
    if (now) {
      const fields = conflictingFields(base.current.values, now.stored, sent);
      if (fields.length === 0) {
        base.current = { values: now.stored, version: now.version, isOurs: false };
        return send(values);
      }
      setConflict({ ...now, fields });
      return null;
    }
    setRefusal(answer);
    for (const { name, message } of answer.fields ?? []) {
      // Safe: the form has a value at this name.
      if (get(sent, name) !== undefined) state.setError(name as Path<Values>, { type: "server", message });
    }
    return null;
  };

  const submit = () => {
    if (isBusy.current || (!isNew && !unsaved.current)) return;
    isBusy.current = true;
    setRefusal(null);
    setConflict(null);
    let saved: Values | null = null;
    const sending = state.handleSubmit(async (values) => {
      saved = await send(values);
    });
    void sending().finally(() => {
      isBusy.current = false;
      // Unless the server's version of what we saved is there already.
      if (saved !== null && base.current.isOurs) unsaved.current = startFrom(state, saved, state.getValues());
    });
  };

  /** Makes their version the one that this form has read. */
  const adopt = (merge: (before: Values, theirs: Values, mine: Values) => Values) => {
    if (conflict === null) return;
    const mine = merge(base.current.values, conflict.stored, state.getValues());
    base.current = { values: conflict.stored, version: conflict.version, isOurs: false };
    unsaved.current = startFrom(state, conflict.stored, mine);
    setConflict(null);
  };

  const hasMistakes = Object.keys(errors).length > 0;
  const canSave = isNew || (isDirty && isValid && !hasMistakes);
  return {
    state,
    isDirty,
    isSaving: isSubmitting,
    canSave,
    whyNot: canSave ? undefined : isDirty ? FIX_ERRORS : "Nothing has changed",
    hasFailed: submitCount > 0 && hasMistakes,
    submitCount,
    refusal,
    conflict: conflict?.fields ?? null,
    isUnsaved,
    submit,
    discard: () => {
      setRefusal(null);
      setConflict(null);
      state.reset();
    },
    keepMine: () => {
      adopt((before, theirs, mine) => mergeChanges(before, theirs, mine));
      unsaved.current = true;
      submit();
    },
    takeTheirs: () => adopt((before, theirs, mine) => mergeChanges(before, mine, theirs)),
    mistakes,
    displays,
  };
}

/** Makes `onto` the values that count as saved, with `mine` as the person's input. Returns whether they differ. */
function startFrom<Values extends FieldValues>(
  state: UseFormReturn<Values>,
  onto: Values,
  mine: Values,
): boolean {
  const input = structuredClone(mine);
  state.reset(onto);
  const changed = Object.keys(input).filter((key) => !isSame(input[key], onto[key]));
  for (const key of changed) {
    // Safe: each key of the values is the path of a field or of a group of fields.
    state.setValue(key as Path<Values>, input[key], { shouldDirty: true, shouldValidate: true });
  }
  return changed.length > 0;
}

/** Which fields has the other person changed, other than to what this person typed as well? */
function conflictingFields(base: unknown, theirs: unknown, mine: unknown): ConflictingField[] {
  return changedPaths(base, theirs).flatMap((path) => {
    const field = { path, mine: get(mine, path), theirs: get(theirs, path) };
    if (isSame(field.mine, field.theirs)) return [];
    return [{ ...field, isMineChanged: !isSame(field.mine, get(base, path)) }];
  });
}
