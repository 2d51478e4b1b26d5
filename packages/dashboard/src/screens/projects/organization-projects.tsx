/**
 * One organization at /projects: its projects that the person may enter, and a button for another one. Without any, the
 * person cannot open the settings of the organization, so they leave it here.
 */
import { ChevronRight, Lock } from "lucide-react";
import { useId } from "react";
import { LeaveOrganizationButton } from "../../resources/organizations/leave-organization-button.tsx";
import { refusalFor } from "../../resources/session/use-refusal.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import type { ProjectGroup } from "./project-groups.ts";

export interface OrganizationProjectsProps extends ProjectGroup {
  currentId: string | null;
  onOpen: (projectId: string) => void;
  onNew: () => void;
}

export function OrganizationProjects({
  organization,
  projects,
  currentId,
  onOpen,
  onNew,
}: OrganizationProjectsProps) {
  const headingId = useId();
  // Only the role in the organization counts for new projects.
  const held = { role: organization.role, organization_role: organization.role };
  return (
    <section aria-labelledby={headingId}>
      <div className="mb-3 flex items-center gap-3">
        <h2 id={headingId} className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">
          {organization.name}
        </h2>
        <Button
          size="sm"
          aria-label={`New project in ${organization.name}`}
          disabledReason={refusalFor("createProjects", held)}
          onClick={onNew}
        >
          New project
        </Button>
      </div>
      {projects.length === 0 ? (
        <div className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-surface px-4 py-3">
          <p className="min-w-60 flex-1 text-sm text-ink-2">
            You have no access to a project of this organization. Ask one of its admins to add you to one.
          </p>
          <LeaveOrganizationButton organization={organization} size="sm" />
        </div>
      ) : (
        <ul className="overflow-hidden rounded-md border border-line bg-surface [&>li+li]:border-t [&>li+li]:border-line">
          {projects.map((project) => (
            <li key={project.id}>
              <button
                type="button"
                aria-current={project.id === currentId}
                onClick={() => onOpen(project.id)}
                className="flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left transition-colors hover:bg-sel focus-visible:outline-offset-[-2px]"
              >
                <span className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{project.name}</span>
                {project.private ? (
                  <Badge>
                    <Lock aria-hidden className="size-3" />
                    Private
                  </Badge>
                ) : null}
                {project.is_sample ? <Badge>Sample</Badge> : null}
                {project.id === currentId ? <Badge>Current</Badge> : null}
                <span className="w-16 text-sm text-ink-2 capitalize max-sm:hidden">{project.role}</span>
                <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
