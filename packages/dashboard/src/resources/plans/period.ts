/**
 * How is the period of a subscription written? Its days are days of UTC, so they are the same for everybody who looks.
 */

/** `2026-12-01` */
export function dayText(time: string): string {
  return new Date(time).toISOString().slice(0, "2026-12-01".length);
}

/** `2026-12-01 00:00:00` */
export function utcText(time: string): string {
  return new Date(time).toISOString().slice(0, "2026-12-01T00:00:00".length).replace("T", " ");
}
