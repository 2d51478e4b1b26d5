/**
 * Does a caller save only if nobody else has saved meanwhile?
 *
 * `If-Match` carries the `updated_at` that the caller has read, in quotes. The statement that writes compares it
 * (store/edited.ts), and a caller that comes second gets 412. The star of RFC 9110 asks for nothing more than that the
 * resource exists, which every update needs anyway. An unreadable value is refused: to ignore it would overwrite the
 * very changes that the caller wanted to keep.
 */
import { ApiError } from "./api-error.ts";
import { invalid } from "./validation.ts";

const VERSION = /^"([1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"$/;

/** Returns null when the caller does not ask. */
export function versionIn(ifMatch: string | undefined): string | null {
  if (ifMatch === undefined || ifMatch.trim() === "*") return null;
  const version = VERSION.exec(ifMatch.trim())?.[1];
  if (version === undefined || !isMoment(version))
    throw invalid(
      'If-Match must be the updated_at of the resource in quotes, like "2026-11-15T08:30:00.000Z"',
    );
  return version;
}

/** False for the 30th of February. */
function isMoment(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

/** The refusal, with the version that the row has now. */
export function changedMeanwhile({ updated_at }: { updated_at: string }): ApiError {
  return new ApiError("CHANGED_MEANWHILE", {}, { data: { updated_at } });
}
