/** /issue-triggers/{id}: the frame of a trigger's page. The tabs below it are routes of their own. */
import { ISSUE_TYPES } from "@posthorn/contract/causes";
import type { IssueTrigger } from "@posthorn/contract/issue-triggers";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Outlet } from "@tanstack/react-router";
import { issueTriggerQuery } from "../../resources/issue-triggers/issue-trigger-queries.ts";
import { triggerIdIn } from "../../resources/issue-triggers/trigger-link.ts";
import { TriggerStatusBadge } from "../../resources/issue-triggers/trigger-status-badge.tsx";
import { triggerTitle } from "../../resources/issue-triggers/trigger-words.ts";
import { issueCountQuery } from "../../resources/issues/issue-counts.ts";
import { EntityPage } from "../../ui/entity-page/entity-page.tsx";
import { tabLink, TabLinks } from "../../ui/entity-page/tab-links.tsx";

const route = getRouteApi("/_app/issue-triggers/it_{$id}");

function statusNote(trigger: IssueTrigger) {
  return <TriggerStatusBadge trigger={trigger} />;
}

export function TriggerPage() {
  const params = route.useParams();
  const id = triggerIdIn(params);
  const trigger = useQuery(issueTriggerQuery(id));
  const issues = useQuery(issueCountQuery({ issue_trigger_id: id })).data?.count;
  return (
    <EntityPage
      kind="Issue trigger"
      listLabel="Issue triggers"
      renderListLink={(props) => (
        <Link to="/issue-triggers/$type" params={{ type: trigger.data?.type ?? ISSUE_TYPES[0] }} {...props} />
      )}
      query={trigger}
      title={triggerTitle}
      note={statusNote}
      tabs={
        <TabLinks label="Issue trigger">
          <Link {...tabLink} to="/issue-triggers/it_{$id}" params={params}>
            Overview
          </Link>
          <Link {...tabLink} to="/issue-triggers/it_{$id}/issues" params={params}>
            Triggered issues
            {issues === undefined ? null : <span className="text-ink-3 tabular-nums">{issues}</span>}
          </Link>
        </TabLinks>
      }
    >
      <Outlet />
    </EntityPage>
  );
}
