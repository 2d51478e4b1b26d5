/**
 * On how many of the ticked rows does an action act, and how is it started? The foot of a list and its keys ask here.
 */

export interface TickedAction {
  /** How many of the ticked rows allow it. */
  count: number;
  isPending: boolean;
  /** Does nothing without such a row, or while the last run is under way. */
  run: () => void;
}

export function tickedAction<Row>(
  ticked: readonly Row[],
  can: (row: Row) => boolean,
  { act, isPending }: { act: (rows: readonly Row[]) => void; isPending: boolean },
): TickedAction {
  const possible = ticked.filter(can);
  return {
    count: possible.length,
    isPending,
    run: () => {
      if (possible.length > 0 && !isPending) act(possible);
    },
  };
}
