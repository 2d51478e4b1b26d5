/**
 * Which row does the panel show while the selection moves?
 *
 * The first one at once: the panel opens in the frame of the click. When the selection moves on, its row is marked first
 * and the panel follows right after. A held key then moves through the rows without drawing a panel for each of them.
 */
import { useDeferredValue } from "react";

export function useFollowed(selectedId: string | undefined): string | undefined {
  const followedId = useDeferredValue(selectedId);
  return selectedId === undefined || followedId === undefined ? selectedId : followedId;
}
