/**
 * What can a person do with one connection? The one menu of the table, and the dialogs that ask for confirmation.
 *
 * Pausing, unpausing and disabling ask until the person chooses not to be asked again. Deleting always asks.
 */
import type { Connection } from "@posthorn/contract/connections";
import { Copy, Pause, Play, Power, PowerOff, Trash2 } from "lucide-react";
import { useState } from "react";
import { useChangeConnection } from "../../resources/connections/connection-actions.ts";
import {
  changesFor,
  CONNECTION_CHANGES,
  type ConnectionChange,
} from "../../resources/connections/connection-changes.ts";
import { readPreferences } from "../../resources/preferences/preferences-store.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { copyText } from "../../ui/copy-button.tsx";
import { RowMenu, type RowMenuState } from "../../ui/list/row-menu.tsx";
import { MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { ConfirmChange, isExplained, promptNameOf } from "./confirm-change.tsx";
import { ConfirmDelete } from "./confirm-delete.tsx";

const ICONS = { pause: Pause, unpause: Play, enable: Power, disable: PowerOff };

export interface ConnectionMenuProps {
  /** The connection of the row for which the menu is open. */
  connection: Connection | undefined;
  menu: RowMenuState;
  onClose: () => void;
}

type Question = { connection: Connection; about: ConnectionChange | "delete" };

export function ConnectionMenu({ connection, menu, onClose }: ConnectionMenuProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  const change = useChangeConnection();
  const refusal = useRefusal("member");
  const isRefused = refusal !== undefined;

  const start = (target: Connection, kind: ConnectionChange) => {
    const isKnown = readPreferences().dismissed_prompts.includes(promptNameOf(kind));
    if (isExplained(kind) && !isKnown) setQuestion({ connection: target, about: kind });
    else change.mutate({ connection: target, kind });
  };
  const closeQuestion = () => setQuestion(null);

  return (
    <>
      <RowMenu menu={menu} onClose={onClose}>
        {connection === undefined ? null : (
          <>
            <MenuItem icon={<Copy />} onSelect={() => void copyText(connection.source.url)}>
              Copy source URL
            </MenuItem>
            <MenuItem icon={<Copy />} onSelect={() => void copyText(connection.id)}>
              Copy connection ID
            </MenuItem>
            <MenuSeparator />
            {refusal === undefined ? null : (
              <p className="max-w-56 px-2 py-1 text-xs text-ink-3">{refusal}</p>
            )}
            {changesFor(connection).map((kind) => {
              const Icon = ICONS[kind];
              return (
                <MenuItem
                  key={kind}
                  icon={<Icon />}
                  isDisabled={isRefused}
                  onSelect={() => start(connection, kind)}
                >
                  {CONNECTION_CHANGES[kind].label}
                </MenuItem>
              );
            })}
            <MenuItem
              icon={<Trash2 />}
              isDanger
              isDisabled={isRefused}
              onSelect={() => setQuestion({ connection, about: "delete" })}
            >
              Delete
            </MenuItem>
          </>
        )}
      </RowMenu>
      {question === null ? null : question.about === "delete" ? (
        <ConfirmDelete connection={question.connection} onClose={closeQuestion} />
      ) : (
        <ConfirmChange
          kind={question.about}
          onClose={closeQuestion}
          onConfirm={() => {
            // For the type only: "delete" has its own dialog above.
            if (question.about !== "delete")
              change.mutate({ connection: question.connection, kind: question.about });
            closeQuestion();
          }}
        />
      )}
    </>
  );
}
