/** Asks before it deletes a connection. The dialog stays open until the server has answered, and after a failure. */
import type { Connection } from "@posthorn/contract/connections";
import { useDeleteConnection } from "../../resources/connections/connection-actions.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

export interface ConfirmDeleteProps {
  connection: Connection;
  onClose: () => void;
}

export function ConfirmDelete({ connection, onClose }: ConfirmDeleteProps) {
  const deletion = useDeleteConnection();
  return (
    <ConfirmDialog
      isOpen
      title="Delete connection"
      description="By deleting this connection, no events will be accepted or delivered anymore. Are you sure?"
      confirmLabel="Delete"
      isDanger
      isPending={deletion.isPending}
      onConfirm={() => deletion.mutate(connection, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="mono rounded-md bg-sunken px-3 py-2 text-ink-2">
        {connection.source.name} → {connection.destination.name}
        {connection.name === null ? "" : ` · ${connection.name}`}
      </p>
    </ConfirmDialog>
  );
}
