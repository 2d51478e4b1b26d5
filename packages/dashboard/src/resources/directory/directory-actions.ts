/** How does the dashboard change the directory sync of the organization of this tab? */
import {
  addDirectoryToken,
  type DirectoryGroup,
  type DirectorySync,
  type DirectoryToken,
  revokeDirectoryToken,
  setDirectoryDefaultRole,
  setDirectoryGroupRole,
  turnDirectorySyncOff,
  turnDirectorySyncOn,
} from "@posthorn/contract/directory-sync";
import type { GrantedRole } from "@posthorn/contract/roles";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { sessionQuery } from "../session/session-queries.ts";
import { useSession } from "../session/use-session.ts";
import { directoryQuery } from "./directory-queries.ts";

/** A change whose reply is the whole of it. The session says whether people come from a directory. */
function useDirectoryChange<Input, Reply extends DirectorySync>(
  change: (organization_id: string, input: Input) => Promise<Reply>,
  { failed, said }: { failed: string; said?: string },
) {
  const { id } = useSession().organization;
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(id, input),
    onSuccess: async ({ base_url, directory }) => {
      if (said !== undefined) toast.success(said);
      client.setQueryData(directoryQuery(id).queryKey, { base_url, directory });
      await client.refetchQueries(sessionQuery);
    },
    onError: (error) => toast.error(failed, { description: firstMessage(error) }),
    // A poll from before the change may still be on its way.
    onSettled: () => client.invalidateQueries({ queryKey: directoryQuery(id).queryKey }),
  });
}

export function useTurnDirectoryOn() {
  return useDirectoryChange(
    (organization_id, _nothing: void) =>
      call(turnDirectorySyncOn, { params: { organization_id }, body: { default_role: "member" } }),
    { failed: "Directory sync was not turned on" },
  );
}

export function useTurnDirectoryOff() {
  return useDirectoryChange(
    (organization_id, _nothing: void) => call(turnDirectorySyncOff, { params: { organization_id } }),
    { failed: "Directory sync was not turned off", said: "Directory sync is off" },
  );
}

export function useAddToken() {
  return useDirectoryChange(
    (organization_id, _nothing: void) => call(addDirectoryToken, { params: { organization_id } }),
    { failed: "No token was made" },
  );
}

export function useRevokeToken() {
  return useDirectoryChange(
    (organization_id, { id }: DirectoryToken) =>
      call(revokeDirectoryToken, { params: { organization_id, id } }),
    { failed: "The token was not revoked", said: "Token revoked" },
  );
}

export function useSetGroupRole() {
  return useDirectoryChange(
    (organization_id, { group: { id }, role }: { group: DirectoryGroup; role: GrantedRole | null }) =>
      call(setDirectoryGroupRole, { params: { organization_id, id }, body: { role } }),
    { failed: "The role was not changed" },
  );
}

export function useSetDefaultRole() {
  return useDirectoryChange(
    (organization_id, default_role: GrantedRole | null) =>
      call(setDirectoryDefaultRole, { params: { organization_id }, body: { default_role } }),
    { failed: "The role was not changed" },
  );
}
