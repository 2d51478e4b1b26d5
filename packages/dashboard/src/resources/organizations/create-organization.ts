/** How does the dashboard create an organization? Its callers show failures themselves. */
import type { BodyOf } from "@posthorn/contract/endpoint";
import { createOrganization } from "@posthorn/contract/organizations";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { sessionQuery } from "../session/session-queries.ts";

export const ORGANIZATION_CREATION_FAILED = "Failed to create your organization, try again!";

/** When it is done, the session has the organization and its project. */
export function useCreateOrganization() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createOrganization>) => call(createOrganization, { body }),
    onSuccess: () => client.refetchQueries(sessionQuery),
  });
}
