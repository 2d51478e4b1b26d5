/**
 * Over which rule is the one that a person moves? The one whose upper or lower edge is nearest to its own.
 *
 * The library's own choice compares the centers. It fails for rules of different heights: the center of a tall one
 * stays nearest to its own place, so arrow keys would not move it.
 */
import type { CollisionDetection } from "@dnd-kit/core";

export const closestEdge: CollisionDetection = ({ collisionRect, droppableRects, droppableContainers }) =>
  droppableContainers
    .flatMap((droppableContainer) => {
      const rect = droppableRects.get(droppableContainer.id);
      if (!rect) return [];
      const distance = Math.min(
        Math.abs(rect.top - collisionRect.top),
        Math.abs(rect.bottom - collisionRect.bottom),
      );
      return [{ id: droppableContainer.id, data: { droppableContainer, value: distance } }];
    })
    .toSorted((a, b) => a.data.value - b.data.value);
