/** What does the address of /connections/new carry? What a link has preselected: a source, a destination, a transformation. */
import { catch as orElse } from "zod/mini";
import * as z from "zod/mini";
import { filterTabSearch } from "../../resources/filters/use-filter-tab.ts";

const idOf = (prefix: RegExp) => orElse(z.optional(z.string().check(z.regex(prefix))), undefined);

export const ConnectionNewSearch = z.object({
  source_id: idOf(/^src_[0-9A-Za-z]+$/),
  destination_id: idOf(/^(?:des|dst)_[0-9A-Za-z]+$/),
  transformation_id: idOf(/^(?:trs|tf)_[0-9A-Za-z]+$/),
  ...filterTabSearch,
});
