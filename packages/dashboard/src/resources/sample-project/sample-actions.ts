/** How does a person open the sample project of their organization, and remove it? A toast says what has failed. */
import { deleteProject } from "@posthorn/contract/projects";
import { createSampleProject } from "@posthorn/contract/sample-project";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { sessionQuery } from "../session/session-queries.ts";
import { useGoOn, useSwitchProject } from "../session/use-switch-project.ts";

/** Creates it if there is none. When it is done, the tab shows its events. */
export function useOpenSample() {
  const client = useQueryClient();
  const switchProject = useSwitchProject();
  return useMutation({
    mutationFn: () => call(createSampleProject),
    async onSuccess({ id }) {
      await client.refetchQueries(sessionQuery);
      await switchProject(id, "/events");
    },
    onError: (error) =>
      toast.error("The sample project could not be opened", { description: firstMessage(error) }),
  });
}

/** When it is done, the tab has gone on with another project if it showed the sample. */
export function useRemoveSample() {
  const goOn = useGoOn();
  return useMutation({
    mutationFn: (id: string) => call(deleteProject, { params: { id } }),
    async onSuccess() {
      toast.success("The sample project was removed");
      await goOn();
    },
    onError: (error) =>
      toast.error("The sample project could not be removed", { description: firstMessage(error) }),
  });
}
