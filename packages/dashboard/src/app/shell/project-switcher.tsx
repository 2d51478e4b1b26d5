/**
 * Which project does this tab show, and how does a person switch to another? The box on top of the rail.
 *
 * The menu has the projects of all organizations, each under the name of its own. They scroll; what is below them stays in
 * view.
 */
import { useNavigate } from "@tanstack/react-router";
import { cx } from "class-variance-authority";
import { ChevronsUpDown, Lock } from "lucide-react";
import type { CurrentSession } from "../../resources/session/use-session.ts";
import { Menu, MenuChoiceGroup, MenuItem, MenuSeparator } from "../../ui/menu.tsx";

export interface ProjectSwitcherProps {
  session: CurrentSession;
  isCollapsed: boolean;
  onSwitch: (projectId: string) => void;
  onNewOrganization: () => void;
}

const BOX = "block w-full rounded-md border border-line bg-surface text-left";

export function ProjectSwitcher({ session, isCollapsed, onSwitch, onNewOrganization }: ProjectSwitcherProps) {
  const { project, projects, organization, organizations } = session;
  const navigate = useNavigate();
  const names = isCollapsed ? (
    <span className="flex h-8 items-center justify-center text-sm font-semibold uppercase">
      {project.name.slice(0, 1)}
    </span>
  ) : (
    <span className="flex items-center gap-2 px-2 py-1.5">
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{project.name}</span>
        <span className="block truncate text-xs text-ink-3">{organization.name}</span>
      </span>
      <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />
    </span>
  );
  const tooltip = isCollapsed ? `${project.name} · ${organization.name}` : undefined;
  return (
    <Menu
      className="flex max-h-(--available-height) w-60 flex-col"
      trigger={
        <button
          type="button"
          aria-label={isCollapsed ? `${project.name}, switch project` : undefined}
          data-tooltip={tooltip}
          className={cx(BOX, "transition-colors hover:border-line-strong")}
        >
          {names}
          <span className="sr-only">, switch project</span>
        </button>
      }
    >
      <div className="min-h-0 overflow-y-auto">
        {organizations.map((one) => {
          const own = projects.filter(({ organization_id }) => organization_id === one.id);
          if (own.length === 0) return null;
          return (
            <MenuChoiceGroup
              key={one.id}
              label={one.name}
              value={project.id}
              onChange={onSwitch}
              choices={own.map((choice) => ({ value: choice.id, label: <ChoiceName project={choice} /> }))}
            />
          );
        })}
      </div>
      <MenuSeparator />
      <MenuItem onSelect={() => void navigate({ to: "/projects" })}>All projects</MenuItem>
      <MenuItem onSelect={onNewOrganization}>New organization</MenuItem>
    </Menu>
  );
}

function ChoiceName({ project }: { project: CurrentSession["project"] }) {
  if (!project.private) return project.name;
  return (
    <>
      {project.name} <Lock aria-hidden className="inline align-[-2px]" />
      <span className="sr-only">private</span>
    </>
  );
}
