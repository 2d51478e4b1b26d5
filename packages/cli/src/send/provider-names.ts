/**
 * How does a person write the name of a provider, or of a method?
 *
 * Pure. As options are written: STRIPE is `stripe`, and TIKTOK_SHOP is `tiktok-shop`.
 */
import { GENERIC_AUTH_TYPES, SOURCE_TYPES, type SourceType } from "@posthorn/contract/source-types";

export function typedName(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}

export const PROVIDER_NAMES: readonly string[] = SOURCE_TYPES.map(typedName).toSorted();
export const METHOD_NAMES: readonly string[] = GENERIC_AUTH_TYPES.map(typedName);

export function sourceTypeOf(typed: string): SourceType | null {
  return SOURCE_TYPES.find((type) => typedName(type) === typedName(typed)) ?? null;
}
