/** How does a picker show an id that has no name? Among the names, so that a person can take it away. */
export const NAME_NOT_FETCHED = "Failed to fetch name";

export interface Named {
  value: string;
  label: string;
}

export function withNameless(ids: readonly string[], known: readonly Named[], isLoading: boolean): Named[] {
  const nameless = ids.filter((id) => !known.some(({ value }) => value === id));
  return [...nameless.map((value) => ({ value, label: isLoading ? "…" : NAME_NOT_FETCHED })), ...known];
}
