/**
 * How does the dashboard retry a request, and how does it fix the source that rejected it? Each ends with the toast that
 * the spec names.
 *
 * A fix changes the source and then retries the request. The change of the source stays if the retry does not help, so
 * both are reported. A fix that removes the authentication removes its secret too, so its toast offers to undo it.
 */
import {
  DEFAULT_ALLOWED_HTTP_METHODS,
  enableSource,
  getSource,
  updateSource,
} from "@posthorn/contract/sources";
import { REQUEST_METHODS, type RequestMethod } from "@posthorn/contract/causes";
import type { Event } from "@posthorn/contract/events";
import { retryRequest } from "@posthorn/contract/request-events";
import { SOURCE_SAVE_FAILED } from "@posthorn/contract/texts";
import type { Request } from "@posthorn/contract/requests";
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { linkToEvent } from "../events/event-link.tsx";
import { retryReport, type Report } from "./retry-report.ts";

function reload(client: QueryClient, resources: readonly string[]): Promise<unknown> {
  return Promise.all(resources.map((resource) => client.invalidateQueries({ queryKey: [resource] })));
}

/** The new event, if there is exactly one; several are in the request's own list. */
function say({ kind, text }: Report, events: readonly Pick<Event, "id">[] | null = null): void {
  const [event, second] = events ?? [];
  toast[kind](text, event && !second ? { action: linkToEvent(event.id) } : undefined);
}

function sayNotRetried(error: unknown): void {
  toast.error("Request could not be retried", { description: firstMessage(error) });
}

export interface RetryWish {
  request: Request;
  /** Undefined: all that can be retried. */
  webhook_ids?: readonly string[] | undefined;
  /** The person chose this one ignored event, not the request. */
  isOneEntry?: boolean;
}

function sendRetry({ request, webhook_ids }: RetryWish) {
  return call(retryRequest, {
    params: { id: request.id },
    ...(webhook_ids && { body: { webhook_ids: [...webhook_ids] } }),
  });
}

export function useRetryRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendRetry,
    onSuccess: ({ events }, { request, isOneEntry = false }) =>
      say(retryReport({ events: events?.length ?? null, request, isOneEntry }), events),
    onError: sayNotRetried,
    onSettled: () => reload(client, ["requests", "events", "histograms"]),
  });
}

export function useEnableSource() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(enableSource, { params: { id } }),
    onSuccess: () => toast.success("Source enabled successfully"),
    onError: (error) => toast.error("Failed to enable source", { description: firstMessage(error) }),
    onSettled: () => reload(client, ["sources", "connections"]),
  });
}

export type SourceFix = { kind: "disable-authentication" } | { kind: "enable-method"; method: string };

const FIXED = {
  "disable-authentication": {
    source: "Authentication removed successfully",
    both: "Authentication removed and request retried successfully",
  },
  "enable-method": {
    source: "Method enabled successfully",
    both: "Method enabled and request retried successfully",
  },
} as const;

function isRequestMethod(method: string): method is RequestMethod {
  return REQUEST_METHODS.some((one) => one === method);
}

/** Long enough to notice that senders are not checked any more. */
const UNDO_MS = 30_000;

/** Takes a fix back. Null if there is nothing to take back. */
type Undo = (() => Promise<unknown>) | null;

/** The secret is read before it is removed. Undoing does not overwrite what somebody has configured since. */
async function disableAuthentication(id: string): Promise<Undo> {
  const params = { id };
  const { type, config } = await call(getSource, { params, query: { include: "config.auth" } });
  const { auth_type = null, auth } = config;
  const body = { type, config: { auth_type: null, auth: null } };
  const { updated_at } = await call(updateSource, { params, body });
  if (auth == null) return null;
  return () =>
    call(updateSource, {
      params,
      body: { type, config: { auth_type, auth } },
      ifUnchangedSince: updated_at,
    });
}

/** Reads the source first, because the page may be old: a method that was enabled meanwhile stays enabled. */
async function fixSource(id: string, fix: SourceFix): Promise<Undo> {
  if (fix.kind === "disable-authentication") return disableAuthentication(id);
  const { type, config } = await call(getSource, { params: { id } });
  const method = isRequestMethod(fix.method) ? fix.method : "POST";
  const allowed = config.allowed_http_methods ?? DEFAULT_ALLOWED_HTTP_METHODS;
  await call(updateSource, {
    params: { id },
    body: { type, config: { allowed_http_methods: [...new Set([...allowed, method])] } },
  });
  return null;
}

async function undoFix(client: QueryClient, undo: NonNullable<Undo>): Promise<void> {
  try {
    await undo();
    toast.success("Authentication enabled again");
  } catch (error) {
    toast.error(SOURCE_SAVE_FAILED, { description: firstMessage(error) });
  }
  await reload(client, ["sources", "connections"]);
}

/** Changes the source of the request, then retries the request. */
export function useFixSource() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ request, fix }: { request: Request; fix: SourceFix }) => {
      const { source, both } = FIXED[fix.kind];
      let undo: Undo;
      try {
        undo = await fixSource(request.source_id, fix);
      } catch (error) {
        toast.error(`${SOURCE_SAVE_FAILED}: ${firstMessage(error)}`);
        return;
      }
      const sayFixed = (text: string) =>
        toast.success(
          text,
          undo
            ? { duration: UNDO_MS, action: { label: "Undo", onClick: () => void undoFix(client, undo) } }
            : undefined,
        );
      try {
        const { events } = await sendRetry({ request });
        if (events !== null) {
          sayFixed(both);
          return;
        }
        sayFixed(source);
        say(retryReport({ events: null, request, isOneEntry: false }));
      } catch (error) {
        sayFixed(source);
        sayNotRetried(error);
      }
    },
    onSettled: () => reload(client, ["requests", "events", "sources", "connections", "histograms"]),
  });
}
