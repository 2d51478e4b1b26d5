/** /issues/{id}: the frame of an issue's page, with what can be done about it. The tabs below it are routes of their own. */
import type { Issue } from "@posthorn/contract/issues";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Outlet } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { BulkButton } from "../../resources/bulk/bulk-button.tsx";
import { ISSUE_ACTION_WORDS } from "../../resources/issues/issue-action-words.ts";
import { useChangeIssue } from "../../resources/issues/issue-actions.ts";
import { IssueMenuItems } from "../../resources/issues/issue-menu-items.tsx";
import { issueQuery } from "../../resources/issues/issue-queries.ts";
import { actionsOn } from "../../resources/issues/issue-status.ts";
import { useIssueSubjects } from "../../resources/issues/use-issue-subjects.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { EntityPage } from "../../ui/entity-page/entity-page.tsx";
import { tabLink, TabLinks } from "../../ui/entity-page/tab-links.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { retriedOf } from "./retried.ts";

const route = getRouteApi("/_app/issues/$id");
const NONE: readonly Issue[] = [];

export function IssuePage() {
  const { id } = route.useParams();
  const issue = useQuery(issueQuery(id));
  const subjectOf = useIssueSubjects(issue.data ? [issue.data] : NONE);
  return (
    <EntityPage
      kind="Issue"
      listLabel="Issues"
      renderListLink={(props) => <Link to="/issues" {...props} />}
      query={issue}
      title={(shown) => subjectOf(shown).title}
      renderActions={(shown) => <IssueButtons issue={shown} />}
      tabs={
        issue.data?.type === "transformation" ? (
          <TabLinks label="Issue">
            <Link {...tabLink} to="/issues/$id" params={{ id }}>
              Overview
            </Link>
            <Link {...tabLink} to="/issues/$id/executions" params={{ id }}>
              Executions
            </Link>
          </TabLinks>
        ) : undefined
      }
    >
      <Outlet />
    </EntityPage>
  );
}

function IssueButtons({ issue }: { issue: Issue }) {
  const { id } = issue;
  const refusal = useRefusal("triage");
  const { mutate: change, isPending } = useChangeIssue();
  const retried = retriedOf(issue);
  const { next } = actionsOn(issue);
  return (
    <>
      {retried === null ? null : (
        <BulkButton
          type={retried}
          hasFilters
          isCounted
          queryOf={() => ({ issue_id: [id] })}
          onStarted={() => {}}
        />
      )}
      <Menu align="end" trigger={<IconButton label="Actions" icon={<Ellipsis />} />}>
        <IssueMenuItems issue={issue} refusal={refusal} onChange={(action) => change({ id, action })} />
      </Menu>
      <Button
        variant="primary"
        disabledReason={refusal}
        isPending={isPending}
        onClick={() => change({ id, action: next })}
      >
        {ISSUE_ACTION_WORDS[next].label}
      </Button>
    </>
  );
}
