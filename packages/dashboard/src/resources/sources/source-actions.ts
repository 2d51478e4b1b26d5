/** How does the dashboard change a source? Each change shows the toast that the spec names. */
import type { BodyOf } from "@posthorn/contract/endpoint";
import {
  createSource,
  deleteSource,
  disableSource,
  enableSource,
  updateSource,
  type Source,
} from "@posthorn/contract/sources";
import { hashKey, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { sourceQuery, sourceWithSecretsQuery } from "./source-queries.ts";

/** Connections contain their source, so they change with it. */
function reloadAll(client: QueryClient): Promise<unknown> {
  return Promise.all(
    ["sources", "connections", "names"].map((resource) => client.invalidateQueries({ queryKey: [resource] })),
  );
}

/** Shows no toast on failure: the form shows it beside the field that has to be fixed. */
export function useCreateSource() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createSource>) => call(createSource, { body }),
    onSuccess: (source) => {
      client.setQueryData(sourceQuery(source.id).queryKey, source);
      toast.success("Source saved");
    },
    onSettled: () => reloadAll(client),
  });
}

export interface SourceChange {
  id: string;
  body: BodyOf<typeof updateSource>;
  /** The version that the form has read. The server refuses to save over a newer one. */
  version: string | undefined;
}

/** Shows no toast on failure, as `useCreateSource`. `said` is the toast of a change that is saved. */
export function useUpdateSource(said: (source: Source) => string = () => "Source saved") {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body, version }: SourceChange) =>
      call(updateSource, {
        params: { id },
        body,
        ...(version !== undefined && { ifUnchangedSince: version }),
      }),
    onSuccess: (source) => {
      client.setQueryData(sourceQuery(source.id).queryKey, source);
      toast.success(said(source));
    },
    onSettled: () => reloadAll(client),
  });
}

const SWITCHES = {
  enable: { endpoint: enableSource, done: "Source enabled", failed: "Failed to enable source" },
  disable: { endpoint: disableSource, done: "Source disabled", failed: "Failed to disable source" },
} as const;
export type SourceSwitch = keyof typeof SWITCHES;

export function useSwitchSource() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, kind }: { id: string; kind: SourceSwitch }) =>
      call(SWITCHES[kind].endpoint, { params: { id } }),
    onSuccess: (_source, { kind }) => toast.success(SWITCHES[kind].done),
    onError: (error, { kind }) => toast.error(SWITCHES[kind].failed, { description: firstMessage(error) }),
    onSettled: () => reloadAll(client),
  });
}

export function useDeleteSource() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<Source, "id">) => call(deleteSource, { params: { id } }),
    onSuccess: (_reply, { id }) => {
      // Read again by whoever comes back.
      for (const own of [sourceQuery(id), sourceWithSecretsQuery(id)])
        client.getQueryCache().find({ queryKey: own.queryKey })?.invalidate();
      toast.success("Source deleted");
    },
    onError: (error) => toast.error("Failed to delete source", { description: firstMessage(error) }),
    // Not the source itself: its page leaves next, and would show for a moment that it was deleted.
    onSettled: (_reply, _error, { id }) => {
      const own = new Set(
        [sourceQuery(id), sourceWithSecretsQuery(id)].map(({ queryKey }) => hashKey(queryKey)),
      );
      return Promise.all(
        ["sources", "connections", "names"].map((resource) =>
          client.invalidateQueries({
            queryKey: [resource],
            predicate: ({ queryKey }) => !own.has(hashKey(queryKey)),
          }),
        ),
      );
    },
  });
}
