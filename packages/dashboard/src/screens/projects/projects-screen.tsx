/** /projects: which project should this tab show? Also the way to a new one. */
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { useSwitchProject } from "../../resources/session/use-switch-project.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { NewProjectDialog } from "./new-project-dialog.tsx";

export function ProjectsScreen() {
  const { organization, projects, project: current } = useSession();
  const switchProject = useSwitchProject();
  const refusal = useRefusal("createProjects");
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <PageHeader title="Select a project">
        <Button variant="primary" disabledReason={refusal} onClick={() => setIsAdding(true)}>
          New project
        </Button>
      </PageHeader>
      <main className="min-h-0 flex-1 overflow-y-auto px-5 max-md:px-3">
        <section aria-labelledby="organization" className="mx-auto max-w-180 pt-6 pb-16">
          <h2 id="organization" className="mb-3 truncate font-semibold">
            {organization.name}
          </h2>
          <ul className="overflow-hidden rounded-md border border-line bg-surface [&>li+li]:border-t [&>li+li]:border-line">
            {projects.map(({ id, name, role }) => (
              <li key={id}>
                <button
                  type="button"
                  aria-current={id === current.id}
                  onClick={() => void switchProject(id, "/events")}
                  className="flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left transition-colors hover:bg-sel focus-visible:outline-offset-[-2px]"
                >
                  <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
                  {id === current.id ? <Badge>Current</Badge> : null}
                  <span className="w-16 text-sm text-ink-2 capitalize">{role}</span>
                  <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      </main>
      {isAdding ? (
        <NewProjectDialog
          organization={organization}
          onCreated={(id) => switchProject(id, "/events")}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
    </>
  );
}
