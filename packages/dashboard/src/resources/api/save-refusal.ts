/**
 * What does a form show after a save that failed?
 *
 *     save: (values) => refusalOf(update.mutateAsync(bodyOf(values)), { failed: "An error occurred while saving the source" })
 *
 * The server's complaints name the fields of the body (`config.url is required`). A form whose fields have other names
 * passes `fieldOf`.
 */
import { NAME_IS_USED, REQUIRED } from "@posthorn/contract/texts";
import type { SaveRefusal } from "../../ui/form/form-status.ts";
import { ApiFailure, firstMessage } from "./api-failure.ts";

export interface RefusalWords {
  /** What could not be done; the server's first message follows after a colon. */
  failed: string;
  /** What the form saves, as the server names it. Needed if the body can contain other named things. */
  kind?: string;
  /** The form's name of a field of the body. Undefined if the form has no such field. */
  fieldOf?: (path: string) => string | undefined;
}

/** Null if the save succeeded. */
export async function refusalOf(saving: Promise<unknown>, words: RefusalWords): Promise<SaveRefusal | null> {
  try {
    await saving;
    return null;
  } catch (error) {
    return refusalFrom(error, words);
  }
}

/** Only the server's own words where it has refused, and `fallback` where it has failed or did not answer. */
export async function ownRefusalOf(acting: Promise<unknown>, fallback: string): Promise<SaveRefusal | null> {
  try {
    await acting;
    return null;
  } catch (error) {
    const isRefused = error instanceof ApiFailure && error.kind === "refused" && error.status < 500;
    return { title: isRefused ? firstMessage(error) : fallback };
  }
}

/** `config.url is required`: the path of a field, then what is wrong with it. */
const COMPLAINT = /^([a-z_]\w*(?:\.[\w-]+|\[\d+\])*) (.+)$/;

export function refusalFrom(
  error: unknown,
  { failed, kind, fieldOf = (path) => path }: RefusalWords,
): SaveRefusal {
  return {
    title: `${failed}: ${firstMessage(error)}`,
    fields: complaintsOf(error, kind).flatMap(({ path, message }) => {
      const name = fieldOf(path);
      return name === undefined ? [] : [{ name, message }];
    }),
    isConflict: error instanceof ApiFailure && error.code === "CHANGED_MEANWHILE",
  };
}

function complaintsOf(error: unknown, kind: string | undefined): { path: string; message: string }[] {
  if (!(error instanceof ApiFailure)) return [];
  if (error.code === "RESOURCE_ALREADY_EXISTS")
    return [{ path: takenNameIn(error.data, kind), message: NAME_IS_USED }];
  if (!Array.isArray(error.data)) return [];
  return error.data.flatMap((sentence: unknown) => {
    const [, path, complaint] = COMPLAINT.exec(String(sentence)) ?? [];
    return path === undefined || complaint === undefined ? [] : [{ path, message: fieldText(complaint) }];
  });
}

/** The server says which kind of resource has the name: the thing itself, or one inside the body. */
function takenNameIn(data: unknown, kind: string | undefined): string {
  const type: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "resource_type") : null;
  return kind === undefined || type === kind ? "name" : `${String(type)}.name`;
}

function fieldText(complaint: string): string {
  if (complaint === "is required" || complaint === "is not allowed to be empty") return REQUIRED;
  return complaint.charAt(0).toUpperCase() + complaint.slice(1);
}
