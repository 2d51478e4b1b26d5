/** /transformations: which code changes requests, and how many connections run it? */
import type { Transformation } from "@posthorn/contract/transformations";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ConnectionCount } from "../../resources/connections/connection-count.tsx";
import { connectionCountsQuery } from "../../resources/connections/connection-queries.ts";
import { namedListQueryOf } from "../../resources/named-lists/named-list-url.ts";
import { NamedList, type OnOpenMenu } from "../../resources/named-lists/named-list.tsx";
import { transformationListQuery } from "../../resources/transformations/transformation-queries.ts";
import {
  useTransformationActions,
  whyInUse,
} from "../../resources/transformations/use-transformation-actions.tsx";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ROW_LINK } from "../../ui/list/row-focus.ts";
import { RowMenuButton } from "../../ui/list/row-menu.tsx";
import { MiddleCut } from "../../ui/middle-cut.tsx";
import { Td, Th, Tr } from "../../ui/table.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";

const route = getRouteApi("/_app/transformations/");

export function TransformationsScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(transformationListQuery(namedListQueryOf("transformation", search)));
  const counts = useQuery(connectionCountsQuery()).data?.transformations;
  const actionsOf = useTransformationActions();
  return (
    <NamedList
      title="Transformations"
      kind="transformation"
      search={search}
      onSearch={(to, how) => void navigate({ search: to, replace: how === "replace" })}
      list={list}
      noneFound="No transformations found"
      teaching="A transformation is JavaScript that a connection runs on each request before it becomes an event."
      action={<NewTransformationLink />}
      columns={4}
      head={
        <>
          <Th>Name</Th>
          <Th className="max-md:hidden">ID</Th>
          <Th className="max-sm:hidden">Last Updated</Th>
          <Th className="text-right">Connections</Th>
        </>
      }
      renderRow={(transformation, onOpenMenu) => (
        <TransformationRow
          key={transformation.id}
          transformation={transformation}
          connections={counts && (counts[transformation.id] ?? 0)}
          onOpenMenu={onOpenMenu}
        />
      )}
      doingsOf={(transformation) => ({
        onOpen: () => void navigate({ to: "/transformations/$id", params: { id: transformation.id } }),
        copies: [{ label: "Copy transformation ID", value: transformation.id }],
        actions: actionsOf(transformation),
        whyNot: whyInUse(counts?.[transformation.id]),
      })}
    />
  );
}

function NewTransformationLink() {
  const refusal = useRefusal("configure");
  if (refusal !== undefined)
    return (
      <Button variant="primary" disabledReason={refusal}>
        New transformation
      </Button>
    );
  return (
    <Link to="/transformations/new" className={buttonClass({ variant: "primary" })}>
      New transformation
    </Link>
  );
}

interface TransformationRowProps {
  transformation: Transformation;
  connections: number | undefined;
  onOpenMenu: OnOpenMenu;
}

function TransformationRow({ transformation, connections, onOpenMenu }: TransformationRowProps) {
  const { id, name, updated_at } = transformation;
  return (
    <Tr>
      <Td className="w-1/2 max-w-0 font-medium">
        <Link
          to="/transformations/$id"
          params={{ id }}
          {...{ [ROW_LINK]: "" }}
          className="block hover:underline"
        >
          <MiddleCut text={name} />
        </Link>
      </Td>
      <Td className="max-md:hidden">
        <span className="flex items-center gap-1">
          <span className="mono text-ink-2">{id}</span>
          <CopyButton value={id} label={`Copy the ID of ${name}`} />
        </span>
      </Td>
      <Td className="text-ink-2 max-sm:hidden">
        <Timestamp value={updated_at} />
      </Td>
      <Td className="text-right tabular-nums">
        <ConnectionCount count={connections} name={name} />
      </Td>
      <Td className="pl-0">
        <RowMenuButton rowId={id} onOpen={onOpenMenu} />
      </Td>
    </Tr>
  );
}
