/** Leads from a bookmark to its connection. */
import type { Bookmark } from "@posthorn/contract/bookmarks";
import { Link } from "@tanstack/react-router";
import { routeText } from "../../resources/connections/route-words.ts";
import { linkClass } from "../../ui/link-class.ts";
import { RouteName, type RouteNameProps } from "./route-name.tsx";

export interface ConnectionLinkProps extends RouteNameProps {
  bookmark: Pick<Bookmark, "webhook_id">;
}

export function ConnectionLink({ bookmark, connection }: ConnectionLinkProps) {
  if (!connection) return <RouteName connection={connection} />;
  return (
    <Link to="/connections/$id" params={{ id: bookmark.webhook_id }} className={`${linkClass} truncate`}>
      {routeText(connection)}
    </Link>
  );
}
