/** What does the address of /connections/new carry? What a link has preselected: a source, a destination, a transformation. */
import { filterTabSearch } from "../../resources/filters/use-filter-tab.ts";
import { idOf } from "../../ui/list/list-url.ts";
import { fields } from "../../ui/read.ts";

export const ConnectionNewSearch = fields({
  source_id: idOf("src_"),
  destination_id: idOf("des_", "dst_"),
  transformation_id: idOf("trs_", "tf_"),
  ...filterTabSearch,
});
