/**
 * The one-click fix for a rejected request: it changes the source so that such requests are accepted, and retries this
 * one.
 *
 * If the source has changed since, there is nothing left to fix; then the button says so and stays disabled.
 */
import type { Request } from "@posthorn/contract/requests";
import type { Source } from "@posthorn/contract/sources";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, Power, ShieldOff } from "lucide-react";
import type { ReactNode } from "react";
import { Button, buttonClass } from "../../ui/button.tsx";
import { whyGone } from "../../ui/entity-page/entity-gone.tsx";
import { later } from "../../ui/later.tsx";
import { useRefusal } from "../session/use-refusal.ts";
import { sourceQuery } from "../sources/source-queries.ts";
import { useEnableSource, useFixSource, type SourceFix } from "./request-actions.ts";
import { fixOf, type RequestFix as Fix } from "./request-outcome.ts";
import { requestMethodQuery } from "./request-queries.ts";

/** The catalogue of providers is large, and only requests that failed their check need it. */
const UsualMistakes = later(() => import("./usual-mistakes.tsx")).component((loaded) => loaded.UsualMistakes);

/** The method of a request whose data is archived is unknown. */
const USUAL_METHOD = "POST";

export function RequestFix({ request }: { request: Request }) {
  const fix = fixOf(request);
  const source = useQuery({ ...sourceQuery(request.source_id), enabled: fix !== null });
  if (fix === null) return null;
  if (whyGone(source.error) !== null)
    return <p className="text-xs text-ink-3">The source was deleted, so there is nothing to fix.</p>;
  return <FixButton key={fix} fix={fix} request={request} source={source.data} />;
}

interface FixProps {
  request: Request;
  /** Undefined while it loads. */
  source: Source | undefined;
}

function FixButton({ fix, ...props }: FixProps & { fix: Fix }) {
  if (fix === "enable-source") return <EnableSource {...props} />;
  if (fix === "add-connection") return <AddConnection sourceId={props.request.source_id} />;
  if (fix === "enable-method") return <EnableMethod {...props} />;
  return <DisableAuthentication {...props} />;
}

function EnableSource({ request, source }: FixProps) {
  const { mutate, isPending } = useEnableSource();
  const refusal = useRefusal("configure");
  const isEnabled = source?.disabled_at === null;
  return (
    <FixLine note="The source accepts requests from then on. Its sender has to send this one again.">
      <Button
        icon={<Power aria-hidden />}
        isPending={isPending}
        disabledReason={refusal ?? (isEnabled ? "The source is enabled already" : undefined)}
        onClick={() => mutate(request.source_id)}
      >
        Enable source
      </Button>
    </FixLine>
  );
}

function AddConnection({ sourceId }: { sourceId: string }) {
  const refusal = useRefusal("configure");
  return (
    <FixLine note="Then retry this request: it goes to the new connection.">
      {refusal === undefined ? (
        <Link to="/connections/new" search={{ source_id: sourceId }} className={buttonClass()}>
          <Plus aria-hidden />
          Add connection
        </Link>
      ) : (
        <Button icon={<Plus aria-hidden />} disabledReason={refusal}>
          Add connection
        </Button>
      )}
    </FixLine>
  );
}

function useFixButton(request: Request, fix: SourceFix) {
  const { mutate, isPending } = useFixSource();
  return { isPending, onClick: () => mutate({ request, fix }) };
}

function DisableAuthentication({ request, source }: FixProps) {
  const button = useFixButton(request, { kind: "disable-authentication" });
  const refusal = useRefusal("configure");
  const isOff = source?.authenticated === false;
  return (
    <>
      {source?.authenticated ? <UsualMistakes source={source} /> : null}
      <FixLine note="Disabling lets unsigned requests in from now on, and retries this one.">
        <Button
          {...button}
          icon={<ShieldOff aria-hidden />}
          disabledReason={refusal ?? (isOff ? "The source checks no senders any more" : undefined)}
        >
          Disable authentication
        </Button>
        <Link
          to="/sources/$id/settings"
          params={{ id: request.source_id }}
          className={buttonClass({ variant: "quiet" })}
        >
          Change the secret
        </Link>
      </FixLine>
    </>
  );
}

function EnableMethod({ request, source }: FixProps) {
  const known = useQuery(requestMethodQuery(request.id));
  const method = known.data?.method ?? USUAL_METHOD;
  const button = useFixButton(request, { kind: "enable-method", method });
  const refusal = useRefusal("configure");
  const isAllowed = source?.config.allowed_http_methods?.some((one) => one === method) ?? false;
  if (known.isPending) return null;
  return (
    <FixLine note={`The source accepts ${method} from then on, and this request is retried.`}>
      <Button
        {...button}
        icon={<Plus aria-hidden />}
        disabledReason={refusal ?? (isAllowed ? `The source allows ${method} already` : undefined)}
      >
        Enable {method}
      </Button>
    </FixLine>
  );
}

function FixLine({ note, children }: { note: string; children: ReactNode }) {
  return (
    <>
      <div className="flex flex-wrap gap-2">{children}</div>
      <p className="mt-2 text-xs text-ink-3">{note}</p>
    </>
  );
}
