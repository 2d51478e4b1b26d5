/**
 * Has a row been edited since a caller read it?
 *
 * `updated_at` is the version of a source, destination, connection, transformation or project that callers see, in
 * milliseconds. It grows with every change, and two changes never share a value: not within one millisecond, and not when the
 * transaction that commits later began earlier. `edited_at` is the last version whose change a form could have made:
 * name, description, rules, settings, code. A pause, an enable or a disable leaves it as it is, so an open form can
 * still be saved after one. Null: not edited since it was created, or since rows have this column.
 */
const NEXT_VERSION = "date_trunc('milliseconds', greatest(now(), updated_at + interval '1 millisecond'))";

/** Part of every change of such a row. */
export const UPDATED = `updated_at = ${NEXT_VERSION}`;

/** The same for a change of what people and programs edit. */
export const EDITED = `${UPDATED}, edited_at = ${NEXT_VERSION}`;

/**
 * A condition of the statement that writes. PostgreSQL asks it again for the newest row after it has waited for another
 * writer, so of several writers with the same version one succeeds. `version` is the parameter with the `updated_at`
 * that the caller has read; null means that the caller does not ask.
 */
export function unchangedSince(version: `$${number}`): string {
  return `(${version}::timestamptz is null
       or ${version}::timestamptz between coalesce(edited_at, '-infinity') and updated_at)`;
}
