/** What can a person do with an issue trigger, and which question comes first? Enable or disable, delete. */
import type { IssueTrigger } from "@posthorn/contract/issue-triggers";
import { Power, PowerOff, Trash2 } from "lucide-react";
import type { EntityAction } from "../../ui/entity-page/entity-actions.tsx";
import { useDeleteIssueTrigger, useSwitchIssueTrigger } from "./issue-trigger-actions.ts";
import { triggerTitle } from "./trigger-words.ts";

/** Returns a function, so that one call serves all rows of a table. */
export function useTriggerActions(onDeleted?: () => void): (trigger: IssueTrigger) => EntityAction[] {
  const { mutateAsync: change } = useSwitchIssueTrigger();
  const { mutateAsync: remove } = useDeleteIssueTrigger();
  return (trigger) => {
    const { id, disabled_at } = trigger;
    return [
      disabled_at === null
        ? {
            of: id,
            label: "Disable",
            title: "Disable trigger",
            icon: <PowerOff />,
            summary: "Opens no issue from then on.",
            run: () => change({ id, isOn: false }),
          }
        : {
            of: id,
            label: "Enable",
            title: "Enable trigger",
            icon: <Power />,
            summary: "Opens issues again.",
            run: () => change({ id, isOn: true }),
          },
      {
        of: id,
        label: "Delete",
        title: "Delete trigger",
        icon: <Trash2 />,
        summary: "Its issues stay.",
        isDanger: true,
        prompt: {
          consequence:
            "What only this trigger watches opens no issue any more. Its issues stay. Are you sure?",
          detail: triggerTitle(trigger),
        },
        run: async () => {
          await remove(id);
          onDeleted?.();
        },
      },
    ];
  };
}
