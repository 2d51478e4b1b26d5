/** Which queries say who has access to the project, and who could be added to it? */
import { listMembers } from "@posthorn/contract/organizations";
import { listProjectMembers } from "@posthorn/contract/project-members";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

export const PROJECT_MEMBERS = "project-members";

export const projectMembersQuery = queryOptions({
  queryKey: [PROJECT_MEMBERS],
  queryFn: ({ signal }) => call(listProjectMembers, { signal }),
});

/** Everybody of the organization: only they can be added to its projects. */
export function colleaguesQuery(organization_id: string) {
  return queryOptions({
    queryKey: [PROJECT_MEMBERS, "colleagues", organization_id],
    queryFn: ({ signal }) => call(listMembers, { params: { organization_id }, signal }),
  });
}
