/** How does the dashboard restore a version? The dialog shows why it was refused. */
import { restoreConnectionVersion } from "@posthorn/contract/connection-versions";
import type { BodyOf } from "@posthorn/contract/endpoint";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { call } from "../api/call.ts";

export interface Restore {
  id: string;
  version_id: string;
  body: BodyOf<typeof restoreConnectionVersion>;
}

export function useRestoreVersion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version_id, body }: Restore) =>
      call(restoreConnectionVersion, { params: { id, version_id }, body }),
    onSuccess: () => toast.success("Version restored"),
    // Also after a refusal: somebody else may have saved meanwhile.
    onSettled: () =>
      Promise.all(
        ["connections", "sources", "destinations", "names"].map((resource) =>
          client.invalidateQueries({ queryKey: [resource] }),
        ),
      ),
  });
}
