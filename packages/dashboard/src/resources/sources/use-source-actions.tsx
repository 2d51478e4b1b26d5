/**
 * What can a person do with a source, and which question comes first? Enable or disable, delete.
 *
 * Disabling and deleting also reach the connections of the source, so the question says how many there are. Disabling
 * asks until the person chooses not to be asked again. Deleting always asks.
 */
import type { Source } from "@posthorn/contract/sources";
import { deletionQuestion } from "@posthorn/contract/question-texts";
import { Power, PowerOff, Trash2 } from "lucide-react";
import type { EntityAction } from "../../ui/entity-page/entity-actions.tsx";
import { cascadeWords } from "../connections/cascade-words.ts";
import { useDismissedPrompts } from "../preferences/use-dismissed-prompts.ts";
import { useDeleteSource, useSwitchSource } from "./source-actions.ts";

const DISABLE_PROMPT = "source.disable";

/**
 * Returns a function, so that one call serves all rows of a table. `connections`: how many the source has. Undefined
 * while that is not known.
 */
export function useSourceActions(
  onDeleted?: () => void,
): (source: Source, connections: number | undefined) => EntityAction[] {
  const change = useSwitchSource();
  const deletion = useDeleteSource();
  const prompts = useDismissedPrompts();
  return (source, connections) => [
    source.disabled_at === null
      ? {
          of: source.id,
          label: "Disable",
          title: "Disable source",
          icon: <PowerOff />,
          summary: `Rejects all requests.${cascadeWords(connections, "disabled")}`,
          isDanger: true,
          prompt: prompts.isDismissed(DISABLE_PROMPT)
            ? undefined
            : {
                consequence: `By disabling this source, all its requests will be rejected.${cascadeWords(connections, "disabled")} Are you sure?`,
                detail: source.name,
                onDismiss: () => prompts.dismiss(DISABLE_PROMPT),
              },
          run: () => change.mutateAsync({ id: source.id, kind: "disable" }),
        }
      : {
          of: source.id,
          label: "Enable",
          title: "Enable source",
          icon: <Power />,
          summary: "Accepts requests again. Connections that were disabled with it stay disabled.",
          run: () => change.mutateAsync({ id: source.id, kind: "enable" }),
        },
    {
      of: source.id,
      label: "Delete",
      title: "Delete source",
      icon: <Trash2 />,
      summary: `Its URL answers 410 from then on, and requests are not logged.${cascadeWords(connections, "deleted")}`,
      isDanger: true,
      prompt: {
        consequence: `${deletionQuestion("source")}${cascadeWords(connections, "deleted")}`,
        detail: source.name,
      },
      run: async () => {
        await deletion.mutateAsync(source);
        onDeleted?.();
      },
    },
  ];
}
