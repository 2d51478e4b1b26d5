/** What does the address of an overview with metrics carry? The date range of its charts. */
import * as z from "zod/mini";
import { dateSearch } from "../list-filters/date-search.ts";

export const EntitySearch = z.object({ date: dateSearch() });
