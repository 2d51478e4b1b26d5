/** /transformations/{id}: the code, the connections that run it, and its newest executions. */
import type { Transformation } from "@posthorn/contract/transformations";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { OpenIssueNote } from "../../resources/issues/open-issue-note.tsx";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import {
  connectionsWithQuery,
  transformationQuery,
} from "../../resources/transformations/transformation-queries.ts";
import {
  useTransformationActions,
  whyInUse,
} from "../../resources/transformations/use-transformation-actions.tsx";
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
          <TabLinks label="Transformation" aside={<OpenIssueNote id={id} />}>
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

function Actions({ transformation, onStart }: ActionsProps) {
  const { id } = transformation;
  const navigate = route.useNavigate();
  const refusal = useRefusal("configure");
  const users = useQuery(connectionsWithQuery(id)).data?.models.length;
  const actionsOf = useTransformationActions(() => navigate({ to: "/transformations" }));
  return (
    <>
      <ActionMenu
        actions={actionsOf(transformation)}
        refusal={refusal ?? whyInUse(users)}
        onStart={onStart}
      />
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
