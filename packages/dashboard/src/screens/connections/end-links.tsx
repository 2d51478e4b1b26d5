/** Links to the pages of both ends of a connection. */
import type { Connection } from "@posthorn/contract/connections";
import { Link } from "@tanstack/react-router";
import { MiddleCut } from "../../ui/middle-cut.tsx";

const END_LINK = "min-w-0 underline decoration-line-strong underline-offset-2 hover:text-ink";

export function SourceLink({ source }: Pick<Connection, "source">) {
  return (
    <Link to="/sources/$id" params={{ id: source.id }} className={END_LINK}>
      <MiddleCut text={source.name} />
    </Link>
  );
}

export function DestinationLink({ destination }: Pick<Connection, "destination">) {
  return (
    <Link to="/destinations/$id" params={{ id: destination.id }} className={END_LINK}>
      <MiddleCut text={destination.name} />
    </Link>
  );
}
