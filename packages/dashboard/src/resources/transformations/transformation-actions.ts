/**
 * How does the dashboard change and try a transformation, and what does it say afterwards?
 *
 * An update that meets somebody else's change shows no toast: the editor shows both versions.
 */
import type { BodyOf } from "@posthorn/contract/endpoint";
import {
  createTransformation,
  deleteTransformation,
  runTransformationInEditor,
  updateTransformation,
  type Transformation,
} from "@posthorn/contract/transformations";
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { ApiFailure, firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { runFailure, runOutcome, type RunOutcome } from "./run-outcome.ts";
import { transformationQuery } from "./transformation-queries.ts";

function showTransformation(client: QueryClient, transformation: Transformation): void {
  client.setQueryData(transformationQuery(transformation.id).queryKey, transformation);
}

async function forgetLists(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ["transformations", "page"] }),
    client.invalidateQueries({ queryKey: ["transformations", "named"] }),
    client.invalidateQueries({ queryKey: ["names"] }),
  ]);
}

export function useCreateTransformation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createTransformation>) => call(createTransformation, { body }),
    onSuccess: (transformation) => {
      showTransformation(client, transformation);
      toast.success("Transformation created");
    },
    onError: (error) => toast.error("Failed to create transformation", { description: firstMessage(error) }),
    onSettled: () => forgetLists(client),
  });
}

export interface TransformationChange {
  id: string;
  /** The `updated_at` of what the person has edited. */
  ifUnchangedSince: string;
  body: BodyOf<typeof updateTransformation>;
}

export function useUpdateTransformation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ifUnchangedSince, body }: TransformationChange) =>
      call(updateTransformation, { params: { id }, body, ifUnchangedSince }),
    onSuccess: (transformation) => {
      showTransformation(client, transformation);
      toast.success("Transformation saved");
    },
    onError: (error) => {
      if (error instanceof ApiFailure && error.code === "CHANGED_MEANWHILE") return;
      toast.error("An error occurred while saving the transformation", { description: firstMessage(error) });
    },
    onSettled: () => forgetLists(client),
  });
}

export function useDeleteTransformation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<Transformation, "id">) => call(deleteTransformation, { params: { id } }),
    onSuccess: (_deleted, { id }) => {
      client.removeQueries({ queryKey: transformationQuery(id).queryKey });
      toast.success("Transformation deleted");
    },
    onError: (error) => toast.error(deletionFailure(error)),
    onSettled: () => forgetLists(client),
  });
}

/** The server's own message says more, for example how many connections use the transformation. */
function deletionFailure(error: unknown): string {
  return error instanceof ApiFailure && error.kind === "refused" && error.status < 500
    ? firstMessage(error)
    : "Failed to delete transformation";
}

const SHOW = { error: toast.error, warning: toast.warning, success: toast.success };

function showOutcome({ tone, text }: RunOutcome): void {
  SHOW[tone](text);
}

/** Shows a toast by the level of the run. `data` is the run's result, also of code that failed. */
export function useRunTransformation() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof runTransformationInEditor>) => call(runTransformationInEditor, { body }),
    onSuccess: (result) => showOutcome(runOutcome(result)),
    onError: (error) => showOutcome(runFailure(firstMessage(error))),
  });
}
