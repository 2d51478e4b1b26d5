/** How does the dashboard change the single sign-on of the organization of this tab? Forms show failures themselves. */
import type { BodyOf } from "@posthorn/contract/endpoint";
import {
  addSsoDomain,
  checkSsoDomain,
  removeSso,
  removeSsoDomain,
  saveSaml,
  saveSso,
  setSsoMode,
  type SingleSignOn,
  type SsoDomain,
  type SsoMode,
} from "@posthorn/contract/sso";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { sessionQuery } from "../session/session-queries.ts";
import { useSession } from "../session/use-session.ts";
import { ssoQuery } from "./sso-queries.ts";

/** A change whose reply is the whole of it. The session says whether the organization uses single sign-on. */
function useSsoChange<Input>(
  change: (organization_id: string, input: Input) => Promise<SingleSignOn>,
  { failed, said }: { failed?: string; said?: string } = {},
) {
  const { id } = useSession().organization;
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(id, input),
    onSuccess: async (reply) => {
      if (said !== undefined) toast.success(said);
      client.setQueryData(ssoQuery(id).queryKey, reply);
      await client.refetchQueries(sessionQuery);
    },
    onError: (error) => {
      if (failed !== undefined) toast.error(failed, { description: firstMessage(error) });
    },
  });
}

export function useSaveSso() {
  return useSsoChange((organization_id, body: BodyOf<typeof saveSso>) =>
    call(saveSso, { params: { organization_id }, body }),
  );
}

export function useSaveSaml() {
  return useSsoChange((organization_id, body: BodyOf<typeof saveSaml>) =>
    call(saveSaml, { params: { organization_id }, body }),
  );
}

export function useSetSsoMode() {
  return useSsoChange(
    (organization_id, mode: SsoMode) => call(setSsoMode, { params: { organization_id }, body: { mode } }),
    { failed: "Single sign-on was not changed" },
  );
}

export function useRemoveSso() {
  return useSsoChange((organization_id, _nothing: void) => call(removeSso, { params: { organization_id } }), {
    failed: "The connection was not removed",
    said: "Connection removed",
  });
}

/** The list is read again, also after a failure: somebody else may have changed it. */
function useDomainChange<Input, Reply>(
  change: (organization_id: string, input: Input) => Promise<Reply>,
  { said, failed }: { said: (input: Input, reply: Reply) => void; failed: string },
) {
  const { id } = useSession().organization;
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(id, input),
    onSuccess: (reply, input) => said(input, reply),
    onError: (error) => toast.error(failed, { description: firstMessage(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: ssoQuery(id).queryKey }),
  });
}

export function useAddSsoDomain() {
  return useDomainChange(
    (organization_id, domain: string) =>
      call(addSsoDomain, { params: { organization_id }, body: { domain } }),
    { said: (_input, { domain }) => toast.success(`${domain} added`), failed: "The domain was not added" },
  );
}

export function useCheckSsoDomain() {
  return useDomainChange(
    (organization_id, { id }: SsoDomain) => call(checkSsoDomain, { params: { organization_id, id } }),
    {
      said: (_input, { domain, status }) => {
        if (status === "proven") toast.success(`${domain} is verified`);
      },
      failed: "The domain was not checked",
    },
  );
}

export function useRemoveSsoDomain() {
  return useDomainChange(
    (organization_id, { id }: SsoDomain) => call(removeSsoDomain, { params: { organization_id, id } }),
    { said: ({ domain }) => toast.success(`${domain} removed`), failed: "The domain was not removed" },
  );
}
