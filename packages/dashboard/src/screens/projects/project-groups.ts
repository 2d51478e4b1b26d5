/** Which projects does a person see, by organization, and which of them match a search? */
import type { Session } from "@posthorn/contract/dashboard-api";
import { matchesWords } from "../../ui/match-words.ts";

export interface ProjectGroup {
  organization: Session["organizations"][number];
  projects: Session["projects"];
}

/** A search also finds the name of the organization. Without one, organizations without a project are there too. */
export function projectGroups(
  { organizations, projects }: Pick<Session, "organizations" | "projects">,
  search: string,
): ProjectGroup[] {
  const byOrganization = Map.groupBy(projects, ({ organization_id }) => organization_id);
  const groups = organizations.map((organization) => ({
    organization,
    projects: (byOrganization.get(organization.id) ?? []).filter(({ name }) =>
      matchesWords(`${organization.name} ${name}`, search),
    ),
  }));
  return search.trim() === "" ? groups : groups.filter((group) => group.projects.length > 0);
}
