/** What can a person do with one row of a list of sources, destinations or transformations? The one menu of the table. */
import { ArrowRight, Copy } from "lucide-react";
import { copyText } from "../../ui/copy-button.tsx";
import { ActionMenuItems } from "../../ui/entity-page/action-menu.tsx";
import { useActionPrompt, type EntityAction } from "../../ui/entity-page/entity-actions.tsx";
import { RowMenu, type RowMenuState } from "../../ui/list/row-menu.tsx";
import { MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { useRefusal } from "../session/use-refusal.ts";

/** What the menu of one row offers. */
export interface RowDoings {
  onOpen: () => void;
  /** "Copy source URL" and its value. */
  copies: readonly { label: string; value: string }[];
  actions: readonly EntityAction[];
  /** Why none of the actions is possible now, whoever asks. */
  whyNot?: string | undefined;
}

export interface NamedListMenuProps {
  /** Of the row for which the menu is open. Undefined if the row has gone. */
  doings: RowDoings | undefined;
  menu: RowMenuState;
  onClose: () => void;
}

export function NamedListMenu({ doings, menu, onClose }: NamedListMenuProps) {
  const starter = useActionPrompt();
  const refusal = useRefusal("configure");
  return (
    <>
      <RowMenu menu={menu} onClose={onClose}>
        {doings === undefined ? null : (
          <>
            <MenuItem icon={<ArrowRight />} onSelect={doings.onOpen}>
              Open
            </MenuItem>
            {doings.copies.map(({ label, value }) => (
              <MenuItem key={label} icon={<Copy />} onSelect={() => void copyText(value)}>
                {label}
              </MenuItem>
            ))}
            <MenuSeparator />
            <ActionMenuItems
              actions={doings.actions}
              refusal={refusal ?? doings.whyNot}
              onStart={starter.start}
            />
          </>
        )}
      </RowMenu>
      {starter.question}
    </>
  );
}
