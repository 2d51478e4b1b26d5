/**
 * /projects: which project should this tab show? Also the way to a new one, and to a new organization.
 *
 * It belongs to no project, so people without any can use it, and so can a tab that has lost its project.
 */
import type { Session } from "@posthorn/contract/dashboard-api";
import { useRef, useState } from "react";
import { useCurrentProjectId, usePerson } from "../../resources/session/use-session.ts";
import { useOpenProject } from "../../resources/session/use-switch-project.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { UnjoinedDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { later } from "../../ui/later.tsx";
import { SearchBox } from "../../ui/list/search-box.tsx";
import { useShortcuts } from "../../ui/shortcuts/use-shortcuts.ts";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { OrganizationProjects } from "./organization-projects.tsx";
import { projectGroups } from "./project-groups.ts";

const NewProjectDialog = later(() => import("./new-project-dialog.tsx")).component(
  (loaded) => loaded.NewProjectDialog,
);
const NewOrganizationDialog = later(
  () => import("../../resources/organizations/new-organization-dialog.tsx"),
).component((loaded) => loaded.NewOrganizationDialog);

/** A list that fits on a screen needs no search. */
const SEARCHED_FROM = 10;

const TITLE = "Select a project";

export interface ProjectsScreenProps {
  /** The name of the project that this tab showed until it was gone. */
  lostProject?: string | undefined;
}

export function ProjectsScreen({ lostProject }: ProjectsScreenProps) {
  usePageTitle(TITLE);
  const { user, organizations, projects, is_invited } = usePerson();
  const currentId = useCurrentProjectId();
  const openProject = useOpenProject();
  const [search, setSearch] = useState("");
  const [naming, setNaming] = useState<"organization" | Session["organizations"][number] | null>(null);
  const groups = projectGroups({ organizations, projects }, search);
  const newOrganization = (variant: "primary" | "secondary") => (
    <Button variant={variant} onClick={() => setNaming("organization")}>
      New organization
    </Button>
  );
  return (
    <main className="min-h-0 flex-1 overflow-y-auto px-5 max-md:px-3">
      <div className="mx-auto flex max-w-180 flex-col gap-6 pt-8 pb-16">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="flex-1 text-2xl font-semibold tracking-tight whitespace-nowrap">{TITLE}</h1>
          {organizations.length > 0 ? newOrganization("secondary") : null}
        </div>
        {lostProject === undefined ? null : (
          <Callout isUrgent tone="hold" title={`You no longer have access to ${lostProject}`}>
            Somebody deleted the project, or your access has ended. An admin of its organization can say why.
          </Callout>
        )}
        {projects.length >= SEARCHED_FROM ? <ProjectSearch value={search} onChange={setSearch} /> : null}
        {groups.map(({ organization, projects: own }) => (
          <OrganizationProjects
            key={organization.id}
            organization={organization}
            projects={own}
            currentId={currentId}
            onOpen={(id) => void openProject(id)}
            onNew={() => setNaming(organization)}
          />
        ))}
        {organizations.length > 0 && groups.length === 0 ? (
          <p className="text-sm text-ink-2">No projects found</p>
        ) : null}
        {organizations.length === 0 ? (
          <EmptyState
            drawing={<UnjoinedDrawing />}
            title="You belong to no organization"
            action={newOrganization("primary")}
          >
            {is_invited
              ? `Somebody has invited ${user.email}: open the link in that mail to join them. Or create an organization for your own projects.`
              : "Create one for your own projects, or ask an admin of another organization to invite you."}
          </EmptyState>
        ) : null}
      </div>
      {naming === "organization" ? (
        <NewOrganizationDialog onCreated={openProject} onClose={() => setNaming(null)} />
      ) : naming ? (
        <NewProjectDialog organization={naming} onCreated={openProject} onClose={() => setNaming(null)} />
      ) : null}
    </main>
  );
}

function ProjectSearch(props: { value: string; onChange: (text: string) => void }) {
  const box = useRef<HTMLInputElement>(null);
  useShortcuts("Projects", { "/": { label: "Search projects", run: () => box.current?.focus() } });
  return <SearchBox ref={box} label="Search projects" placeholder="Project or organization" {...props} />;
}
