/**
 * The list behind the project box. Its own chunk, fetched when somebody comes near the box.
 */
import type { CurrentSession } from "../../resources/session/use-session.ts";
import { Menu, MenuChoiceGroup } from "../../ui/menu.tsx";
import type { LazyMenuProps } from "../../ui/menu-button.tsx";

export interface ProjectMenuProps extends LazyMenuProps {
  session: CurrentSession;
  onSwitch: (projectId: string) => void;
}

export function ProjectMenu({ session, onSwitch, ...placement }: ProjectMenuProps) {
  return (
    <Menu {...placement} className="w-50">
      <MenuChoiceGroup
        label={session.organization.name}
        value={session.project.id}
        onChange={onSwitch}
        choices={session.projects.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Menu>
  );
}
