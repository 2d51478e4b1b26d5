/**
 * Which operators does a filter have, and what does each do? One sentence each.
 *
 * The filter editor suggests them and explains them. A test compares the list with the operators that exist.
 */
export interface FilterOperator {
  name: string;
  /** Completes "the value …" or says what the operator does with its conditions. */
  sentence: string;
  /** What the editor inserts as the operand, as JSON. */
  example: string;
  /** Under a key only, or also around whole filters. */
  isForWholeFilters: boolean;
}

const underKey = (name: string, example: string, sentence: string): FilterOperator => ({
  name,
  sentence,
  example,
  isForWholeFilters: false,
});
const anywhere = (name: string, example: string, sentence: string): FilterOperator => ({
  name,
  sentence,
  example,
  isForWholeFilters: true,
});

export const FILTER_OPERATORS: readonly FilterOperator[] = [
  underKey("$eq", '""', 'The value equals this one; 1 and "1" count as equal.'),
  underKey("$neq", '""', "The value differs from this one."),
  underKey("$gt", "0", "The value is greater than this one; two texts are compared by their characters."),
  underKey("$gte", "0", "The value is this one or greater."),
  underKey("$lt", "0", "The value is less than this one; two texts are compared by their characters."),
  underKey("$lte", "0", "The value is this one or less."),
  underKey("$in", '[""]', "The value is one of this list, or a text that contains this text."),
  underKey("$nin", '[""]', "The value is none of this list, or a text that does not contain this text."),
  underKey("$startsWith", '""', "The text starts with this text, or with one of a list."),
  underKey("$endsWith", '""', "The text ends with this text, or with one of a list."),
  underKey("$exist", "true", "The key is there (true) or is missing (false)."),
  underKey("$ref", '""', "The value matches the value at this path of the payload."),
  anywhere("$or", "[{}]", "At least one of these filters matches."),
  anywhere("$and", "[{}]", "All of these filters match."),
  anywhere("$not", "{}", "This filter does not match."),
];
