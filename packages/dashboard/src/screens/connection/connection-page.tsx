/**
 * /connections/{id}: the frame of a connection's page, with its actions. The tabs below it are routes of their own.
 */
import type { Connection } from "@posthorn/contract/connections";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Outlet, useNavigate } from "@tanstack/react-router";
import { Copy } from "lucide-react";
import { connectionQuery } from "../../resources/connections/connection-queries.ts";
import { connectionTitle, routeText } from "../../resources/connections/route-words.ts";
import { useConnectionActions } from "../../resources/connections/use-connection-actions.tsx";
import { OpenIssueNote } from "../../resources/issues/open-issue-note.tsx";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-button.tsx";
import { ActionMenu } from "../../ui/entity-page/action-menu.tsx";
import { startLabel, useActionPrompt } from "../../ui/entity-page/entity-actions.tsx";
import { EntityPage } from "../../ui/entity-page/entity-page.tsx";
import { tabLink, TabLinks } from "../../ui/entity-page/tab-links.tsx";
import { MenuItem } from "../../ui/menu.tsx";

const route = getRouteApi("/_app/connections/$id");

export function ConnectionPage() {
  const { id } = route.useParams();
  return (
    <EntityPage
      kind="Connection"
      listLabel="Connections"
      renderListLink={(props) => <Link to="/connections" {...props} />}
      query={useQuery(connectionQuery(id))}
      title={connectionTitle}
      note={(connection) => (connection.name === null ? undefined : routeText(connection))}
      renderActions={(connection) => <ConnectionButtons connection={connection} />}
      tabs={
        <TabLinks label="Connection" aside={<OpenIssueNote id={id} />}>
          <Link {...tabLink} to="/connections/$id" params={{ id }}>
            Overview
          </Link>
          <Link {...tabLink} to="/connections/$id/settings" params={{ id }}>
            Settings
          </Link>
          <Link {...tabLink} to="/connections/$id/versions" params={{ id }}>
            Versions
          </Link>
        </TabLinks>
      }
    >
      <Outlet />
    </EntityPage>
  );
}

function ConnectionButtons({ connection }: { connection: Connection }) {
  const navigate = useNavigate();
  const starter = useActionPrompt();
  const refusal = useRefusal("configure");
  const actions = useConnectionActions(() => void navigate({ to: "/connections" }))(connection);
  const [first] = actions;
  return (
    <>
      <ActionMenu actions={actions} refusal={refusal} onStart={starter.start}>
        <MenuItem icon={<Copy />} onSelect={() => void copyText(connection.source.url)}>
          Copy source URL
        </MenuItem>
      </ActionMenu>
      {first === undefined ? null : (
        <Button
          icon={first.icon}
          disabledReason={refusal}
          isPending={starter.isRunning(connection.id)}
          onClick={() => starter.start(first)}
          className="max-sm:hidden"
        >
          {startLabel(first)}
        </Button>
      )}
      <Link
        to="/events"
        search={{ webhook_id: [connection.id] }}
        className={buttonClass({ variant: "primary" })}
      >
        View events
      </Link>
      {starter.question}
    </>
  );
}
