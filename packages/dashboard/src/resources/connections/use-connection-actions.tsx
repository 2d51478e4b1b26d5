/**
 * What can a person do with a connection, and which question comes first? Pause or unpause, enable or disable, delete.
 *
 * Pausing, unpausing and disabling ask until the person chooses not to be asked again. Deleting always asks.
 */
import type { Connection } from "@posthorn/contract/connections";
import { deletionQuestion } from "@posthorn/contract/question-texts";
import { Pause, Play, Power, PowerOff, Trash2 } from "lucide-react";
import type { EntityAction } from "../../ui/entity-page/entity-actions.tsx";
import { useDismissedPrompts } from "../preferences/use-dismissed-prompts.ts";
import { useChangeConnection, useDeleteConnection } from "./connection-actions.ts";
import { changesFor, CONNECTION_CHANGES, type ConnectionChange } from "./connection-changes.ts";
import { routeWithName } from "./route-words.ts";

const ICONS = { pause: Pause, unpause: Play, enable: Power, disable: PowerOff };

/** Returns a function, so that one call serves all rows of a table. */
export function useConnectionActions(onDeleted?: () => void): (connection: Connection) => EntityAction[] {
  const change = useChangeConnection();
  const deletion = useDeleteConnection();
  const prompts = useDismissedPrompts();

  const changeAction = (connection: Connection, kind: ConnectionChange): EntityAction => {
    const { label, summary, question } = CONNECTION_CHANGES[kind];
    const Icon = ICONS[kind];
    const promptName = `connection.${kind}`;
    return {
      of: connection.id,
      label,
      title: `${label} connection`,
      icon: <Icon />,
      summary,
      isDanger: kind === "disable",
      prompt:
        question === undefined || prompts.isDismissed(promptName)
          ? undefined
          : { consequence: question, onDismiss: () => prompts.dismiss(promptName) },
      isOptimistic: true,
      run: () => change.mutateAsync({ connection, kind }),
    };
  };

  return (connection) => [
    ...changesFor(connection).map((kind) => changeAction(connection, kind)),
    {
      of: connection.id,
      label: "Delete",
      title: "Delete connection",
      icon: <Trash2 />,
      summary: "Cancels its pending events. Past events stay until their data expires.",
      isDanger: true,
      prompt: { consequence: deletionQuestion("connection"), detail: routeWithName(connection) },
      run: async () => {
        await deletion.mutateAsync(connection);
        onDeleted?.();
      },
    },
  ];
}
