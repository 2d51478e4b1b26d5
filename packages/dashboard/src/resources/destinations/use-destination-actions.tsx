/**
 * What can a person do with a destination, and which question comes first? Enable or disable, delete.
 *
 * Both disable and delete its connections too; the questions say how many. Disabling asks until the person chooses not
 * to be asked again. Deleting always asks.
 */
import type { Destination } from "@posthorn/contract/destinations";
import { deletionQuestion } from "@posthorn/contract/question-texts";
import { Power, PowerOff, Trash2 } from "lucide-react";
import type { EntityAction } from "../../ui/entity-page/entity-actions.tsx";
import { cascadeWords } from "../connections/cascade-words.ts";
import { useDismissedPrompts } from "../preferences/use-dismissed-prompts.ts";
import { useChangeDestination, useDeleteDestination } from "./destination-actions.ts";

const DISABLE_PROMPT = "destination.disable";

/**
 * Returns a function, so that one call serves all rows of a table. `connections`: how many the destination has.
 * Undefined while that is not known.
 */
export function useDestinationActions(
  onDeleted?: () => void,
): (destination: Destination, connections: number | undefined) => EntityAction[] {
  const change = useChangeDestination();
  const deletion = useDeleteDestination();
  const prompts = useDismissedPrompts();
  const enable = (destination: Destination): EntityAction => ({
    of: destination.id,
    label: "Enable",
    title: "Enable destination",
    icon: <Power />,
    summary:
      "Events can be delivered again. Connections that were disabled stay disabled until you enable them.",
    isOptimistic: true,
    run: () => change.mutateAsync({ destination, kind: "enable" }),
  });
  const disable = (destination: Destination, connections: number | undefined): EntityAction => ({
    of: destination.id,
    label: "Disable",
    title: "Disable destination",
    icon: <PowerOff />,
    summary: `Nothing is sent any more.${cascadeWords(connections, "disabled")}`,
    isDanger: true,
    isOptimistic: true,
    prompt: prompts.isDismissed(DISABLE_PROMPT)
      ? undefined
      : {
          consequence: `By disabling this destination, all existing events will stop delivery and future events won't be processed.${cascadeWords(connections, "disabled")} Are you sure?`,
          detail: destination.name,
          onDismiss: () => prompts.dismiss(DISABLE_PROMPT),
        },
    run: () => change.mutateAsync({ destination, kind: "disable" }),
  });
  return (destination, connections) => [
    destination.disabled_at === null ? disable(destination, connections) : enable(destination),
    {
      of: destination.id,
      label: "Delete",
      title: "Delete destination",
      icon: <Trash2 />,
      summary: `Pending events are cancelled.${cascadeWords(connections, "deleted")}`,
      isDanger: true,
      prompt: {
        consequence: `${deletionQuestion("destination")}${cascadeWords(connections, "deleted")}`,
        detail: destination.name,
      },
      run: async () => {
        await deletion.mutateAsync(destination);
        onDeleted?.();
      },
    },
  ];
}
