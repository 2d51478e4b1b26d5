/**
 * What do the parts of a form know about it: its buttons, its messages and its fields?
 *
 * `useSaveForm` makes it, `Form` passes it down. It has no type parameter, so that a field needs only its name. A field
 * reports two things to it: how to name and show its value in a list of changes, and a mistake that no schema can find.
 */
import { createContext, use } from "react";

/** Why was the form not saved? The first line says what happened, the second what to do. */
export interface SaveRefusal {
  title: string;
  text?: string;
  /** Messages that belong to one field each. Names that the form does not have are ignored. */
  fields?: readonly { name: string; message: string }[];
  /** The field to continue in, if the refusal belongs to no field. */
  focusOn?: string;
  /** Somebody else has saved a change since this form read its values. */
  isConflict?: boolean;
}

/** A mistake that only the server can know, such as a taken name. It counts as long as the field has this value. */
export interface FieldMistake {
  value: unknown;
  message: string;
}

/** How a list of changes names a field and writes its value. */
export interface FieldDisplay {
  label: string;
  textOf?: ((value: unknown) => string) | undefined;
}

/** One field that somebody else changed meanwhile. */
export interface ConflictingField {
  path: string;
  mine: unknown;
  theirs: unknown;
  /** False if only the other person changed it: then their value stays in any case. */
  isMineChanged: boolean;
}

export interface FormStatus {
  isDirty: boolean;
  isSaving: boolean;
  canSave: boolean;
  /** Why the form cannot be saved now. Undefined if it can. */
  whyNot: string | undefined;
  /** The person tried to save, and a field is still wrong. */
  hasFailed: boolean;
  submitCount: number;
  refusal: SaveRefusal | null;
  conflict: readonly ConflictingField[] | null;
  /** The answer for the moment of the call, not of the last render. */
  isUnsaved: () => boolean;
  submit: () => void;
  discard: () => void;
  keepMine: () => void;
  takeTheirs: () => void;
  mistakes: Map<string, FieldMistake>;
  displays: Map<string, FieldDisplay>;
}

export const FormStatusContext = createContext<FormStatus | null>(null);

export function useFormStatus(): FormStatus {
  const status = use(FormStatusContext);
  if (status === null) throw new Error("This component needs a Form around it");
  return status;
}
