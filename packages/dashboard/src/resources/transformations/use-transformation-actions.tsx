/**
 * What can a person do with a transformation besides editing it? Delete it, as long as no connection uses it. The
 * question comes every time.
 */
import type { Transformation } from "@posthorn/contract/transformations";
import { Trash2 } from "lucide-react";
import type { EntityAction } from "../../ui/entity-page/entity-actions.tsx";
import { useDeleteTransformation } from "./transformation-actions.ts";

/** Returns a function, so that one call serves all rows of a table. */
export function useTransformationActions(
  onDeleted?: () => void | Promise<void>,
): (transformation: Transformation) => EntityAction[] {
  const { mutateAsync: remove } = useDeleteTransformation();
  return ({ id, name }) => [
    {
      of: id,
      label: "Delete",
      title: "Delete transformation",
      icon: <Trash2 aria-hidden />,
      summary: "Removes its code and variables. Its executions are no longer shown.",
      isDanger: true,
      prompt: {
        consequence:
          "By deleting this transformation, its code and variables are lost, and its executions are no longer shown. Are you sure?",
        detail: name,
      },
      run: async () => {
        await remove({ id });
        await onDeleted?.();
      },
    },
  ];
}

/** Why it cannot be deleted now. `connections`: how many use it. Undefined while that is not known. */
export function whyInUse(connections: number | undefined): string | undefined {
  if (connections === undefined || connections === 0) return undefined;
  const users = connections === 1 ? "1 connection uses" : `${connections} connections use`;
  return `${users} it. Remove it from their rules before you delete it.`;
}
