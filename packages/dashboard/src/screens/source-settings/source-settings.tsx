/** /sources/{id}/settings: name and description, configuration, and what stops or removes the source. */
import type { Source } from "@posthorn/contract/sources";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { connectionCountQuery } from "../../resources/connections/connection-queries.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { sourceQuery, sourceWithSecretsQuery } from "../../resources/sources/source-queries.ts";
import { useSourceActions } from "../../resources/sources/use-source-actions.tsx";
import { DangerZone } from "../../ui/entity-page/danger-zone.tsx";
import { useActionPrompt } from "../../ui/entity-page/entity-actions.tsx";
import { LeaveGuard } from "../../ui/form/leave-guard.tsx";
import { ReadOnlyForms } from "../../ui/form/read-only-forms.tsx";
import { SettingsMain } from "../../ui/form/settings-main.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { SourceConfiguration } from "./source-configuration.tsx";
import { SourceDetails } from "./source-details.tsx";
import { SourceRedaction } from "./source-redaction.tsx";

const route = getRouteApi("/_app/sources/$id/settings");

export function SourceSettings() {
  const { id } = route.useParams();
  const refusal = useRefusal("configure");
  // A viewer may not read secrets. Then the forms show that there is one.
  const source = useQuery(refusal === undefined ? sourceWithSecretsQuery(id) : sourceQuery(id));
  return (
    <SettingsMain>
      {source.data ? (
        <LeaveGuard>
          <ReadOnlyForms reason={refusal}>
            <SourceDetails source={source.data} />
            <SourceConfiguration source={source.data} />
            <SourceRedaction source={source.data} />
          </ReadOnlyForms>
          <SourceDanger source={source.data} refusal={refusal} />
        </LeaveGuard>
      ) : source.isPending ? (
        <div className="py-6">
          <TextSkeleton label="Settings" lines={8} />
        </div>
      ) : (
        <LoadFailed error={source.error} onRetry={source.refetch} />
      )}
    </SettingsMain>
  );
}

function SourceDanger({ source, refusal }: { source: Source; refusal: string | undefined }) {
  const navigate = useNavigate();
  const starter = useActionPrompt();
  const connections = useQuery(connectionCountQuery({ source_id: source.id })).data?.count;
  // A person who deletes the source does not want to be asked about unsaved changes to it.
  const actionsOf = useSourceActions(() => void navigate({ to: "/sources", ignoreBlocker: true }));
  return (
    <>
      <DangerZone actions={actionsOf(source, connections)} starter={starter} refusal={refusal} />
      {starter.question}
    </>
  );
}
