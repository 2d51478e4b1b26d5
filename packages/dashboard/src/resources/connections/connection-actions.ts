/**
 * How does the dashboard change a connection? It shows the change before the server has answered, then a toast.
 *
 * If a change fails, only that one connection goes back to its old state: changes to others stay. Deleting waits for
 * the answer, because its dialog stays open until then.
 */
import {
  createConnection,
  deleteConnection,
  updateConnection,
  type Connection,
} from "@posthorn/contract/connections";
import type { BodyOf, ReplyOf } from "@posthorn/contract/endpoint";
import type { listConnections } from "@posthorn/contract/connections";
import { hashKey, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { CONNECTION_CHANGES, withConnection, type ConnectionChange } from "./connection-changes.ts";
import { connectionQuery, CONNECTION_LISTS } from "./connection-queries.ts";

function showConnection(client: QueryClient, connection: Connection): void {
  client.setQueriesData<ReplyOf<typeof listConnections>>(
    { queryKey: CONNECTION_LISTS },
    (list) => list && withConnection(list, connection),
  );
  client.setQueryData(connectionQuery(connection.id).queryKey, connection);
}

/** `change({ connection, kind: "pause" })` is visible in the same frame. */
export function useChangeConnection() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ connection, kind }: { connection: Connection; kind: ConnectionChange }) =>
      call(CONNECTION_CHANGES[kind].endpoint, { params: { id: connection.id } }),
    onMutate: ({ connection, kind }) => {
      showConnection(client, CONNECTION_CHANGES[kind].apply(connection, new Date().toISOString()));
      // A list that is already loading would show the old state again.
      return client.cancelQueries({ queryKey: CONNECTION_LISTS });
    },
    onSuccess: (connection, { kind }) => {
      showConnection(client, connection);
      toast.success(CONNECTION_CHANGES[kind].done);
    },
    onError: (error, { connection, kind }) => {
      showConnection(client, connection);
      toast.error(CONNECTION_CHANGES[kind].failed, { description: firstMessage(error) });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["connections"] }),
  });
}

export function useDeleteConnection() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<Connection, "id">) => call(deleteConnection, { params: { id } }),
    onSuccess: (_reply, { id }) => {
      client
        .getQueryCache()
        .find({ queryKey: connectionQuery(id).queryKey })
        ?.invalidate(); // read again by whoever comes back
      toast.success("Connection deleted");
    },
    onError: (error) => toast.error("Failed to delete connection", { description: firstMessage(error) }),
    // Not the connection itself: its page leaves next, and would show for a moment that it was deleted.
    onSettled: (_reply, _error, { id }) =>
      client.invalidateQueries({
        queryKey: ["connections"],
        predicate: ({ queryKey }) => hashKey(queryKey) !== hashKey(connectionQuery(id).queryKey),
      }),
  });
}

export interface ConnectionSave {
  id: string;
  body: BodyOf<typeof updateConnection>;
  /** The `updated_at` that the form has read. If somebody else saved since, nothing is saved. */
  version: string | undefined;
}

/** Shows no toast on failure: the form shows it beside the field that has to be fixed. */
export function useSaveConnection(said = "Connection saved") {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body, version }: ConnectionSave) =>
      call(updateConnection, {
        params: { id },
        body,
        ...(version !== undefined && { ifUnchangedSince: version }),
      }),
    onSuccess: (connection) => {
      showConnection(client, connection);
      toast.success(said);
      void client.invalidateQueries({ queryKey: ["connections"] });
      void client.invalidateQueries({ queryKey: ["names"] });
    },
  });
}

/** Shows no toast on failure: the form shows it beside the field that has to be fixed. */
export function useCreateConnection() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createConnection>) => call(createConnection, { body }),
    onSuccess: (connection) => {
      client.setQueryData(connectionQuery(connection.id).queryKey, connection);
      toast.success("Connection created");
    },
    onSettled: () =>
      Promise.all(
        ["connections", "sources", "destinations", "names"].map((resource) =>
          client.invalidateQueries({ queryKey: [resource] }),
        ),
      ),
  });
}
