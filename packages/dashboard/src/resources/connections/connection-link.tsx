/**
 * The name of a connection with a link to its page. The name of a deleted one is gone, and so is its page. A name that
 * cannot be read now leaves the link.
 */
import type { Connection } from "@posthorn/contract/connections";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { whyGone } from "../../ui/entity-page/entity-gone.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { connectionQuery } from "./connection-queries.ts";
import { routeText } from "./route-words.ts";

const CONNECTION_DELETED = "Connection Deleted";
export const NAME_NOT_READ = "Error retrieving name";

type NameOf = (connection: Connection) => string;

/** Reads the connection unless the caller has done so. */
export function useConnectionName(id: string, known: Connection | undefined, nameOf: NameOf): string {
  const { data = known, error } = useQuery({ ...connectionQuery(id), enabled: known === undefined });
  if (data) return nameOf(data);
  if (!error) return "…";
  return whyGone(error) ? CONNECTION_DELETED : NAME_NOT_READ;
}

export interface ConnectionLinkProps {
  id: string;
  /** The connection, if the caller has read it. */
  known: Connection | undefined;
  nameOf?: NameOf;
}

export function ConnectionLink({ id, known, nameOf = routeText }: ConnectionLinkProps) {
  const name = useConnectionName(id, known, nameOf);
  if (name === CONNECTION_DELETED) return <span className="text-ink-3">{name}</span>;
  return (
    <Link to="/connections/$id" params={{ id }} className={`${linkClass} truncate`}>
      {name}
    </Link>
  );
}
