/**
 * Which range of whole numbers has a person typed, and what is wrong with it?
 *
 * An empty bound is open. Two empty bounds are no filter.
 */
export interface NumberRange {
  gte?: number | undefined;
  lte?: number | undefined;
}

export interface RangeLimits {
  least: number;
  most: number;
  /** What a bound outside the limits says. */
  minimumText: string;
  maximumText: string;
}

export interface TypedRange {
  minimum: string;
  maximum: string;
}

export type RangeProblems = Partial<Record<keyof TypedRange, string>>;

export const RANGE_IS_TURNED_AROUND = "Minimum must be lower than maximum";

export function typedOf(range: NumberRange | undefined): TypedRange {
  return { minimum: String(range?.gte ?? ""), maximum: String(range?.lte ?? "") };
}

/** Undefined for an empty bound, null for one that is no whole number within the limits. */
function boundOf(text: string, { least, most }: RangeLimits): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  const value = /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

/** The range, or what each bound has to say. One number alone is a range: both bounds may be equal. */
export function readRange(
  typed: TypedRange,
  limits: RangeLimits,
): { range: NumberRange | undefined } | { problems: RangeProblems } {
  const gte = boundOf(typed.minimum, limits);
  const lte = boundOf(typed.maximum, limits);
  if (gte === null || lte === null)
    return {
      problems: {
        ...(gte === null && { minimum: limits.minimumText }),
        ...(lte === null && { maximum: limits.maximumText }),
      },
    };
  if (gte !== undefined && lte !== undefined && gte > lte)
    return { problems: { minimum: RANGE_IS_TURNED_AROUND } };
  if (gte === undefined && lte === undefined) return { range: undefined };
  return { range: { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) } };
}

/** The text of a chip: `404`, `400 – 404`, `from 500`, `up to 3`. Undefined means any. */
export function describeRange(range: NumberRange | undefined): string | undefined {
  const { gte, lte } = range ?? {};
  if (gte === undefined) return lte === undefined ? undefined : `up to ${lte}`;
  if (lte === undefined) return `from ${gte}`;
  return gte === lte ? String(gte) : `${gte} – ${lte}`;
}
