/** /sources/{id}: the frame of a source's page, with its actions. The tabs below it are routes of their own. */
import type { Source } from "@posthorn/contract/sources";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Outlet, useNavigate } from "@tanstack/react-router";
import { Copy } from "lucide-react";
import { connectionCountQuery } from "../../resources/connections/connection-queries.ts";
import { NewConnectionLink } from "../../resources/connections/new-connection-link.tsx";
import { OpenIssueNote } from "../../resources/issues/open-issue-note.tsx";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { sourceQuery } from "../../resources/sources/source-queries.ts";
import { SendTestRequest } from "../../resources/sources/test-request/send-test-request.tsx";
import { useSourceActions } from "../../resources/sources/use-source-actions.tsx";
import { copyText } from "../../ui/copy-button.tsx";
import { ActionMenu } from "../../ui/entity-page/action-menu.tsx";
import { useActionPrompt } from "../../ui/entity-page/entity-actions.tsx";
import { EntityPage } from "../../ui/entity-page/entity-page.tsx";
import { tabLink, TabLinks } from "../../ui/entity-page/tab-links.tsx";
import { MenuItem } from "../../ui/menu.tsx";

const route = getRouteApi("/_app/sources/$id");

export function SourcePage() {
  const { id } = route.useParams();
  return (
    <EntityPage
      kind="Source"
      listLabel="Sources"
      renderListLink={(props) => <Link to="/sources" {...props} />}
      query={useQuery(sourceQuery(id))}
      title={({ name }) => name}
      renderActions={(source) => <SourceButtons source={source} />}
      tabs={
        <TabLinks label="Source" aside={<OpenIssueNote id={id} />}>
          <Link {...tabLink} to="/sources/$id" params={{ id }}>
            Overview
          </Link>
          <Link {...tabLink} to="/sources/$id/settings" params={{ id }}>
            Settings
          </Link>
        </TabLinks>
      }
    >
      <Outlet />
    </EntityPage>
  );
}

function SourceButtons({ source }: { source: Source }) {
  const { id } = source;
  const navigate = useNavigate();
  const starter = useActionPrompt();
  const refusal = useRefusal("configure");
  const connections = useQuery(connectionCountQuery({ source_id: id }));
  const actionsOf = useSourceActions(() => void navigate({ to: "/sources", ignoreBlocker: true }));
  return (
    <>
      <ActionMenu
        actions={actionsOf(source, connections.data?.count)}
        refusal={refusal}
        onStart={starter.start}
      >
        <MenuItem icon={<Copy />} onSelect={() => void copyText(source.url)}>
          Copy source URL
        </MenuItem>
      </ActionMenu>
      <SendTestRequest source={source} isShort />
      <NewConnectionLink search={{ source_id: id }}>New connection</NewConnectionLink>
      {starter.question}
    </>
  );
}
