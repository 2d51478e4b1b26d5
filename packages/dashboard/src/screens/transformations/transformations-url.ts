/** What does the address of /transformations carry? As the other lists of names, but nothing can be disabled. */
import * as z from "zod/mini";
import { NamedListSearch } from "../../resources/named-lists/named-list-url.ts";

export const TransformationsSearch = z.omit(NamedListSearch, { status: true });
