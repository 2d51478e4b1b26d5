/**
 * How does a picker find choices that are not loaded? Its choices are only the first of many, and the caller looks for
 * others while a person types. It adds what it finds to the choices.
 */
export interface ChoiceSearch {
  onType: (text: string) => void;
  /** That more can be found, that the search goes on, or that it failed. Null: all that match are among the choices. */
  note: string | null;
}
