/** How does the dashboard roll, make, limit and revoke keys? A form shows its own failures; the rest is toasts. */
import {
  createApiKey,
  revokeApiKey,
  revokeCliKey,
  rollApiKey,
  rollSigningSecret,
  type RollDelaySeconds,
  updateApiKey,
} from "@posthorn/contract/keys";
import type { BodyOf } from "@posthorn/contract/endpoint";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { KEYS, secretsQuery } from "./key-queries.ts";

const ROLLED = {
  "API key": rollApiKey,
  "signing secret": rollSigningSecret,
} as const;
export type Rolled = keyof typeof ROLLED;

/** `seen` is the creation time of what the person sees. If somebody else has rolled it since, the call fails. */
export function useRoll(what: Rolled) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ delay_sec, seen }: { delay_sec: RollDelaySeconds; seen: string }) =>
      call(ROLLED[what], { body: { delay_sec }, ifUnchangedSince: seen }),
    onSuccess(secrets) {
      client.setQueryData(secretsQuery.queryKey, secrets);
      toast.success(what === "API key" ? "API key rolled" : "Signing secret rolled");
    },
    onSettled: () => client.invalidateQueries({ queryKey: [KEYS] }),
  });
}

export function useCreateApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createApiKey>) => call(createApiKey, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: [KEYS] }),
  });
}

export function useLimitApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & BodyOf<typeof updateApiKey>) =>
      call(updateApiKey, { params: { id }, body }),
    onSuccess: () => toast.success("Limit changed"),
    onSettled: () => client.invalidateQueries({ queryKey: [KEYS] }),
  });
}

/** An API key of any kind, or a CLI key. */
export function useRevokeKey(kind: "api" | "cli") {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: string }) =>
      call(kind === "api" ? revokeApiKey : revokeCliKey, { params: { id } }),
    onSuccess: () => toast.success("Key revoked"),
    onError: (error) => toast.error("Failed to revoke the key", { description: firstMessage(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: [KEYS] }),
  });
}
