/** /transformations/{id}: the code, the connections that run it, and its newest executions. */
import type { Transformation } from "@posthorn/contract/transformations";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import {
  connectionsWithQuery,
  transformationQuery,
} from "../../resources/transformations/transformation-queries.ts";
import { useDeleteTransformation } from "../../resources/transformations/transformation-actions.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ActionMenu } from "../../ui/entity-page/action-menu.tsx";
import { useActionPrompt, type EntityAction } from "../../ui/entity-page/entity-actions.tsx";
import { EntityPage } from "../../ui/entity-page/entity-page.tsx";
import { tabLink, TabLinks } from "../../ui/entity-page/tab-links.tsx";
import { TransformationOverview } from "./transformation-overview.tsx";

const route = getRouteApi("/_app/transformations/$id/");

export function TransformationPage() {
  const { id } = route.useParams();
  const starter = useActionPrompt();
  const transformation = useQuery(transformationQuery(id));
  return (
    <>
      <EntityPage
        kind="Transformation"
        listLabel="Transformations"
        renderListLink={(props) => <Link to="/transformations" {...props} />}
        query={transformation}
        title={({ name }) => name}
        renderActions={(shown) => <Actions transformation={shown} onStart={starter.start} />}
        tabs={
          <TabLinks label="Transformation">
            <Link {...tabLink} to="/transformations/$id" params={{ id }}>
              Overview
            </Link>
            <Link {...tabLink} to="/transformations/$id/executions" params={{ id }}>
              Executions
            </Link>
          </TabLinks>
        }
      >
        {transformation.data ? <TransformationOverview transformation={transformation.data} /> : null}
      </EntityPage>
      {starter.question}
    </>
  );
}

interface ActionsProps {
  transformation: Transformation;
  onStart: (action: EntityAction) => void;
}

function Actions({ transformation: { id, name }, onStart }: ActionsProps) {
  const navigate = route.useNavigate();
  const refusal = useRefusal("member");
  const users = useQuery(connectionsWithQuery(id)).data?.models.length ?? 0;
  const { mutateAsync: remove } = useDeleteTransformation();
  const deletion: EntityAction = {
    of: id,
    label: "Delete",
    title: "Delete transformation",
    icon: <Trash2 aria-hidden />,
    summary: "Removes its code and variables. Its executions are no longer shown.",
    isDanger: true,
    prompt: {
      consequence:
        "By deleting this transformation, its code and variables are lost, and its executions are no longer shown. Are you sure?",
      detail: name,
    },
    run: async () => {
      await remove({ id });
      await navigate({ to: "/transformations" });
    },
  };
  return (
    <>
      <ActionMenu actions={[deletion]} refusal={refusal ?? whyInUse(users)} onStart={onStart} />
      {refusal === undefined ? (
        <Link to="/transformations/$id/edit" params={{ id }} className={buttonClass({ variant: "primary" })}>
          Edit
        </Link>
      ) : (
        <Button variant="primary" disabledReason={refusal}>
          Edit
        </Button>
      )}
    </>
  );
}

function whyInUse(connections: number): string | undefined {
  if (connections === 0) return undefined;
  const users = connections === 1 ? "1 connection uses" : `${connections} connections use`;
  return `${users} it. Remove it from their rules before you delete it.`;
}
