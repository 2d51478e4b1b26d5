/** What does the address of /transformations carry? As the other lists of names, but nothing can be disabled. */
import { LIST_FIELDS } from "../../resources/named-lists/named-list-url.ts";
import { fields } from "../../ui/read.ts";

export const TransformationsSearch = fields(LIST_FIELDS);
