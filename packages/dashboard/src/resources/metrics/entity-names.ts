/** How are sources, connections or destinations called? For tables, tooltips and the queries of bulk operations. */
import { NAME_NOT_FETCHED } from "../pickers/nameless.ts";
import { PICK_KINDS, type PickKind } from "../pickers/pick-kinds.ts";
import { useKnown } from "../pickers/use-known.ts";
import type { EntityDimension } from "./metric-queries.ts";

export const DIMENSION_KINDS = {
  source_id: "source",
  webhook_id: "connection",
  destination_id: "destination",
} as const satisfies Record<EntityDimension, PickKind>;

export interface EntityNames {
  /** The id itself for something that is deleted. */
  nameOf: (id: string) => string;
}

export function useEntityNames(dimension: EntityDimension, ids: readonly string[]): EntityNames {
  return useNamesOf(DIMENSION_KINDS[dimension], ids);
}

function useNamesOf<Kind extends PickKind>(kind: Kind, ids: readonly string[]): EntityNames {
  const { first, others, isFailed } = useKnown(kind, ids);
  const { labelOf } = PICK_KINDS[kind];
  const names = new Map([...first, ...others].map((model) => [model.id, labelOf(model)]));
  return { nameOf: (id) => names.get(id) ?? (isFailed ? NAME_NOT_FETCHED : id) };
}
