/** How does the dashboard change the status of issues, one or all of a list, and what does it say afterwards? */
import { dismissIssue, patchIssue, type Issue } from "@posthorn/contract/issues";
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { issueQuery } from "./issue-queries.ts";
import { STATUS_AFTER, type IssueAction } from "./issue-status.ts";

/** So many calls run at a time: a browser has six connections, and the list goes on polling. */
const AT_A_TIME = 4;

export interface IssueChange {
  id: string;
  action: IssueAction;
}

function change({ id, action }: IssueChange): Promise<Issue> {
  const params = { id };
  return action === "dismiss"
    ? call(dismissIssue, { params })
    : call(patchIssue, { params, body: { status: STATUS_AFTER[action] } });
}

/** The reply to a change has no examples, so what is on screen keeps its own. */
function showIssue(client: QueryClient, { id, status, dismissed_at, updated_at }: Issue): void {
  client.setQueryData(
    issueQuery(id).queryKey,
    (shown) => shown && { ...shown, status, dismissed_at, updated_at },
  );
}

async function forgetLists(client: QueryClient): Promise<void> {
  await Promise.all(
    ["list", "count", "open"].map((part) => client.invalidateQueries({ queryKey: ["issues", part] })),
  );
}

export function useChangeIssue() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (issue) => {
      showIssue(client, issue);
      toast.success("Issue status updated");
    },
    onError: (error) => toast.error("Failed to update issue", { description: firstMessage(error) }),
    onSettled: () => forgetLists(client),
  });
}

/** Some may be changed when one fails. The list then shows which. */
export function useChangeIssues() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ ids, action }: { ids: readonly string[]; action: IssueAction }) => {
      const waiting = [...ids];
      const changeNext = async (): Promise<void> => {
        const id = waiting.shift();
        if (id === undefined) return;
        await change({ id, action });
        await changeNext();
      };
      await Promise.all(Array.from({ length: AT_A_TIME }, changeNext));
    },
    onSuccess: () => toast.success("Issues status updated"),
    onError: (error) => toast.error("Failed to update issues", { description: firstMessage(error) }),
    onSettled: () => forgetLists(client),
  });
}
