/** What can a person do with one connection? The one menu of the table. */
import type { Connection } from "@posthorn/contract/connections";
import { useNavigate } from "@tanstack/react-router";
import { ArrowRight, Copy } from "lucide-react";
import { useConnectionActions } from "../../resources/connections/use-connection-actions.tsx";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { copyText } from "../../ui/copy-button.tsx";
import { ActionMenuItems } from "../../ui/entity-page/action-menu.tsx";
import { useActionPrompt } from "../../ui/entity-page/entity-actions.tsx";
import { RowMenu, type RowMenuState } from "../../ui/list/row-menu.tsx";
import { MenuItem, MenuSeparator } from "../../ui/menu.tsx";

export interface ConnectionMenuProps {
  /** The connection of the row for which the menu is open. */
  connection: Connection | undefined;
  menu: RowMenuState;
  onClose: () => void;
}

export function ConnectionMenu({ connection, menu, onClose }: ConnectionMenuProps) {
  const navigate = useNavigate();
  const starter = useActionPrompt();
  const actionsFor = useConnectionActions();
  const refusal = useRefusal("configure");
  return (
    <>
      <RowMenu menu={menu} onClose={onClose}>
        {connection === undefined ? null : (
          <>
            <MenuItem
              icon={<ArrowRight />}
              onSelect={() => void navigate({ to: "/connections/$id", params: { id: connection.id } })}
            >
              Open
            </MenuItem>
            <MenuItem icon={<Copy />} onSelect={() => void copyText(connection.source.url)}>
              Copy source URL
            </MenuItem>
            <MenuItem icon={<Copy />} onSelect={() => void copyText(connection.id)}>
              Copy connection ID
            </MenuItem>
            <MenuSeparator />
            <ActionMenuItems actions={actionsFor(connection)} refusal={refusal} onStart={starter.start} />
          </>
        )}
      </RowMenu>
      {starter.question}
    </>
  );
}
