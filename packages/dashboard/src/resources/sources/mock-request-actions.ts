/** How does the guide send a mock request, and what does it say then? The lists that poll show the request. */
import { listCustomDomains } from "@posthorn/contract/custom-domains";
import type { Source } from "@posthorn/contract/sources";
import { listExamples, sendTestRequest } from "@posthorn/contract/test-requests";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { sendMockRequest, takesDirectPosts } from "./mock-request.ts";

async function send(source: Source): Promise<void> {
  const params = { id: source.id };
  if (takesDirectPosts(source) && !(await isAtCustomDomain(source))) {
    // Without the examples, our own goes: a person who tries things out need not wait for them.
    const examples = await call(listExamples, { params }).catch(() => undefined);
    return sendMockRequest(source.url, examples?.models[0]);
  }
  const { answer } = await call(sendTestRequest, { params, body: {} });
  if (answer.status >= 400) throw new Error(`The source answered ${answer.status}. See the request below.`);
}

/** Pages of the dashboard may call the host name of all source URLs, but none that a project has claimed. */
async function isAtCustomDomain({ url }: Source): Promise<boolean> {
  const { hostname } = new URL(url);
  const domains = await call(listCustomDomains).catch(() => []);
  return domains.some((domain) => domain.hostname === hostname);
}

export function useSendMockRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => toast.success("Request sent successfully"),
    onError: (error) =>
      toast.error("The test request was not accepted", { description: firstMessage(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: ["requests"] }),
  });
}
