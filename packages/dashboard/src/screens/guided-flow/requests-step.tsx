/** The second step: requests come in at the source. From its service, from a terminal, or by a press on a button. */
import type { Request } from "@posthorn/contract/requests";
import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { requestMethodQuery } from "../../resources/requests/request-queries.ts";
import { RequestStatusBadge } from "../../resources/requests/request-status-badge.tsx";
import { requestsEverySeconds } from "../../resources/onboarding/onboarding-queries.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { curlExample } from "../../resources/sources/curl-example.ts";
import { useSendMockRequest } from "../../resources/sources/mock-request-actions.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { later } from "../../ui/later.tsx";
import { LiveState } from "../../ui/live-state.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import type { GuidedFlow } from "./use-guided-flow.ts";

/** The catalogue of providers is large, and only authenticated sources need it. */
const SignedCurlBlock = later(() => import("../../resources/sources/signed-curl-block.tsx")).component(
  (loaded) => loaded.SignedCurlBlock,
);

type Known = Pick<GuidedFlow, "source" | "requests" | "connection" | "isReconnecting" | "latest">;

/** Beside the title of the step: whether it is up to date, and one more request. */
export function RequestsAside({ flow }: { flow: Known }) {
  const { source, requests, connection, isReconnecting } = flow;
  const refusal = useRefusal("send");
  const { mutate, isPending } = useSendMockRequest();
  if (!source) return null;
  return (
    <>
      <LiveState
        state={isReconnecting ? "reconnecting" : "live"}
        everySeconds={requestsEverySeconds(connection !== null)}
      />
      {requests.length > 0 ? (
        <Button
          size="sm"
          variant="quiet"
          isPending={isPending}
          disabledReason={refusal}
          onClick={() => mutate(source)}
        >
          Send another
        </Button>
      ) : null}
    </>
  );
}

export function RequestsStep({ flow }: { flow: Known }) {
  const { source, requests, latest } = flow;
  const [request] = requests;
  if (!source) return null;
  return request ? <LatestRow request={request} latest={latest} /> : <SendFirst source={source} />;
}

function SendFirst({ source }: { source: NonNullable<Known["source"]> }) {
  const refusal = useRefusal("send");
  const { mutate, isPending } = useSendMockRequest();
  return (
    <>
      <p className="text-sm text-ink-2">
        Give the URL above to the service that sends, or try it out: with a test request from this browser, or
        with a command in a terminal.
      </p>
      <div>
        <Button
          variant="primary"
          icon={<Send aria-hidden />}
          isPending={isPending}
          disabledReason={refusal}
          onClick={() => mutate(source)}
        >
          Send a test request
        </Button>
      </div>
      {source.authenticated ? (
        <SignedCurlBlock source={source} />
      ) : (
        <CodeBlock
          code={curlExample(source)}
          isWrapped
          copyLabel="Copy cURL command"
          copiedText="Copied cURL command to clipboard"
        />
      )}
    </>
  );
}

function LatestRow({ request, latest }: { request: Request; latest: Request | null }) {
  const method = useQuery(requestMethodQuery(request.id)).data?.method;
  const path = latest?.id === request.id ? latest.data?.path : undefined;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-2 text-sm">
      <Timestamp value={request.ingested_at ?? request.created_at} className="text-ink-2" />
      <RequestStatusBadge
        request={
          request.rejection_cause === "NO_CONNECTION" ? { ...request, rejection_cause: null } : request
        }
      />
      <span className="mono min-w-0 truncate text-ink-2">{[method, path].filter(Boolean).join(" ")}</span>
    </div>
  );
}
