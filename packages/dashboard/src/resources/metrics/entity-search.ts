/** What does the address of an overview with metrics carry? The date range of its charts. */
import { dateSearch } from "../list-filters/date-search.ts";
import { fields } from "../../ui/read.ts";

export const EntitySearch = fields({ date: dateSearch() });
