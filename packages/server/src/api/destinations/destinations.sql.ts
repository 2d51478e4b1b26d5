/** Which destinations does a caller see? Reads for the routes of this folder. */
import type { DestinationFilters } from "@posthorn/contract/destinations";
import { DESTINATION_COLUMNS, type DestinationRow } from "../../store/destinations.ts";
import { whereEnabled, whereName, whereOneOf } from "../../store/filters/conditions.ts";
import { namedReads } from "../lists/named-resources.sql.ts";

export const destinationReads = namedReads<DestinationRow, DestinationFilters>({
  kind: "destination",
  table: "destinations",
  columns: DESTINATION_COLUMNS,
  narrow(conditions, filters) {
    whereOneOf(conditions, "type", filters.type);
    whereName(conditions, "(config ->> 'url')", filters.url);
    whereName(conditions, "(config ->> 'path')", filters.path);
    whereEnabled(conditions, "disabled_at", filters);
  },
});
