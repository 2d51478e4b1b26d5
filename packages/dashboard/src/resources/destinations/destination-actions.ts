/**
 * How does the dashboard create, save, enable, disable and delete a destination?
 *
 * Enabling and disabling are shown before the server has answered. A form shows a failed save itself, beside the field
 * that has to be fixed.
 */
import {
  createDestination,
  deleteDestination,
  disableDestination,
  enableDestination,
  updateDestination,
  type Destination,
  type DestinationInput,
  type DestinationUpdate,
} from "@posthorn/contract/destinations";
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { destinationQuery } from "./destination-queries.ts";

/** Connections show their destination, so they are read again too. */
function refresh(client: QueryClient): Promise<unknown> {
  return Promise.all(
    ["destinations", "connections", "names"].map((resource) =>
      client.invalidateQueries({ queryKey: [resource] }),
    ),
  );
}

export function useCreateDestination() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: DestinationInput) => call(createDestination, { body }),
    onSuccess: (destination) => {
      client.setQueryData(destinationQuery(destination.id).queryKey, destination);
      toast.success("Destination saved");
    },
    onSettled: () => refresh(client),
  });
}

export interface DestinationSave {
  id: string;
  change: DestinationUpdate;
  /** The `updated_at` that the form has read. */
  version: string | undefined;
  /** The toast of this change. */
  said?: string;
}

export function useSaveDestination() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change, version }: DestinationSave) =>
      call(updateDestination, {
        params: { id },
        body: change,
        ...(version !== undefined && { ifUnchangedSince: version }),
      }),
    onSuccess: (destination, { said = "Destination saved" }) => {
      client.setQueryData(destinationQuery(destination.id).queryKey, destination);
      toast.success(said);
    },
    onSettled: () => refresh(client),
  });
}

export type DestinationChange = "enable" | "disable";

interface ChangeDetails {
  endpoint: typeof enableDestination;
  done: string;
  failed: string;
  /** The state to show before the server has answered. */
  apply: (destination: Destination, at: string) => Destination;
}

const CHANGES: Record<DestinationChange, ChangeDetails> = {
  enable: {
    endpoint: enableDestination,
    done: "Destination enabled",
    failed: "Failed to enable destination",
    apply: (destination) => ({ ...destination, disabled_at: null }),
  },
  disable: {
    endpoint: disableDestination,
    done: "Destination disabled",
    failed: "Failed to disable destination",
    apply: (destination, at) => ({ ...destination, disabled_at: at }),
  },
};

export function useChangeDestination() {
  const client = useQueryClient();
  const show = (destination: Destination) =>
    client.setQueryData(destinationQuery(destination.id).queryKey, destination);
  return useMutation({
    mutationFn: ({ destination, kind }: { destination: Destination; kind: DestinationChange }) =>
      call(CHANGES[kind].endpoint, { params: { id: destination.id } }),
    onMutate: ({ destination, kind }) => {
      show(CHANGES[kind].apply(destination, new Date().toISOString()));
      return client.cancelQueries({ queryKey: ["destinations"] });
    },
    onSuccess: (destination, { kind }) => {
      show(destination);
      toast.success(CHANGES[kind].done);
    },
    onError: (error, { destination, kind }) => {
      show(destination);
      toast.error(CHANGES[kind].failed, { description: firstMessage(error) });
    },
    onSettled: () => refresh(client),
  });
}

export function useDeleteDestination() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<Destination, "id">) => call(deleteDestination, { params: { id } }),
    onSuccess: (_reply, { id }) => {
      client
        .getQueryCache()
        .find({ queryKey: destinationQuery(id).queryKey })
        ?.invalidate(); // read again by whoever comes back
      toast.success("Destination deleted");
    },
    onError: (error) => toast.error("Failed to delete destination", { description: firstMessage(error) }),
    // Not the destination itself: its page leaves next, and would show for a moment that it was deleted.
    onSettled: (_reply, _error, { id }) =>
      client.invalidateQueries({
        predicate: ({ queryKey: [resource, what, which] }) =>
          (resource === "destinations" && !(what === "one" && which === id)) || resource === "connections",
      }),
  });
}
