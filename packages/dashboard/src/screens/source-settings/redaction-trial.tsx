/** What would the paths of the form mask in the source's newest request? Counts only, and only when asked. */
import { readRedactionPath, tryRedaction } from "@posthorn/contract/redaction";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type Control, useWatch } from "react-hook-form";
import { call } from "../../resources/api/call.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";

export interface RedactionTrialProps {
  sourceId: string;
  control: Control<{ redaction: { path: string }[] }>;
}

export function RedactionTrial({ sourceId, control }: RedactionTrialProps) {
  const rows = useWatch({ control, name: "redaction" });
  const paths = [...new Set(rows.map(({ path }) => path.trim()))];
  const trial = useMutation({
    mutationFn: (redaction: string[]) =>
      call(tryRedaction, { params: { id: sourceId }, body: { redaction } }),
  });
  const isReadable = paths.every((path) => !("problem" in readRedactionPath(path)));
  const isOfThese = trial.variables?.join("\n") === paths.join("\n");
  return (
    <div className="flex flex-col items-start gap-3" aria-live="polite">
      <Button
        size="sm"
        isPending={trial.isPending}
        disabledReason={isReadable ? undefined : "Correct the paths first"}
        onClick={() => trial.mutate(paths)}
      >
        Try on the newest request
      </Button>
      {trial.isError ? (
        <LoadFailedLine what="The trial" error={trial.error} onRetry={() => trial.mutateAsync(paths)} />
      ) : null}
      {trial.data && isOfThese ? <Tried {...trial.data} /> : null}
    </div>
  );
}

function Tried({ request, paths, is_unreadable }: ReplyOf<typeof tryRedaction>) {
  if (request === null)
    return (
      <Callout tone="off" title="Nothing to try">
        This source has no request whose data is still stored.
      </Callout>
    );
  return (
    <Callout
      tone={is_unreadable ? "bad" : "off"}
      title={is_unreadable ? "Such a request would be rejected" : "In the newest request"}
      className="w-full"
    >
      {is_unreadable ? (
        <p>Its body is neither JSON nor a form, so nothing in it can be masked. The sender would get 415.</p>
      ) : null}
      <ul className="mt-1 flex flex-col gap-0.5">
        {paths.map(({ path, count }) => (
          <li key={path} className="flex flex-wrap gap-x-2">
            <code className="mono [overflow-wrap:anywhere]">{path}</code>
            <span>{count === 0 ? "nothing there" : count === 1 ? "1 value" : `${count} values`}</span>
          </li>
        ))}
      </ul>
      <p className="mt-1.5">
        <Link to="/requests/$id" params={{ id: request.id }} className={linkClass}>
          Open the request
        </Link>
      </p>
    </Callout>
  );
}
