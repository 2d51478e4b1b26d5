/** How are the sources, connections or destinations of a project called? For filters, tables and tooltips. */
import { useQuery } from "@tanstack/react-query";
import { namedConnectionsQuery } from "../connections/connection-queries.ts";
import { destinationsQuery } from "../destinations/destination-queries.ts";
import { sourcesQuery } from "../sources/source-queries.ts";
import type { EntityDimension } from "./metric-queries.ts";

export interface EntityNames {
  /** In the order of a list of choices. */
  choices: readonly { value: string; label: string }[];
  /** The id itself for something that is deleted, or beyond the names that a list loads. */
  nameOf: (id: string) => string;
  /** Shown for an id without a name, if names could not be loaded. */
  unknownText: string | undefined;
}

export function useEntityNames(dimension: EntityDimension): EntityNames {
  const sources = useQuery({ ...sourcesQuery(), enabled: dimension === "source_id" });
  const connections = useQuery({ ...namedConnectionsQuery, enabled: dimension === "webhook_id" });
  const destinations = useQuery({ ...destinationsQuery(), enabled: dimension === "destination_id" });
  const isFailed = [sources, connections, destinations].some(({ isError, data }) => isError && !data);
  const choices =
    dimension === "webhook_id"
      ? (connections.data?.models ?? []).map(({ id, source, destination }) => ({
          value: id,
          label: `${source.name} → ${destination.name}`,
        }))
      : ((dimension === "source_id" ? sources.data : destinations.data)?.models ?? []).map(
          ({ id, name }) => ({
            value: id,
            label: name,
          }),
        );
  const names = new Map(choices.map(({ value, label }) => [value, label]));
  const unknownText = isFailed ? "Failed to fetch name" : undefined;
  return { choices, nameOf: (id) => names.get(id) ?? unknownText ?? id, unknownText };
}
