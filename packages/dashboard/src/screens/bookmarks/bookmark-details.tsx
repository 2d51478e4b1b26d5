/** Which ids and times does a bookmark have? Each id has a button to copy it. */
import type { Bookmark } from "@posthorn/contract/bookmarks";
import { Property, PropertyList } from "../../ui/property-list.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { ConnectionLink } from "./connection-link.tsx";
import type { RouteNameProps } from "./route-name.tsx";

export interface BookmarkDetailsProps extends RouteNameProps {
  bookmark: Bookmark;
}

export function BookmarkDetails({ bookmark, connection }: BookmarkDetailsProps) {
  const ids = [
    ["Bookmark ID", bookmark.id],
    ["Connection ID", bookmark.webhook_id],
    ["Event data ID", bookmark.event_data_id],
  ] as const;
  const moments = [
    ["Last Used", bookmark.last_used_at],
    ["Created", bookmark.created_at],
    ["Updated", bookmark.updated_at],
  ] as const;
  return (
    <PropertyList>
      <Property name="Label">{bookmark.label}</Property>
      {bookmark.alias === null ? null : <Property name="Name">{bookmark.alias}</Property>}
      <Property name="Connection">
        <ConnectionLink bookmark={bookmark} connection={connection} />
      </Property>
      {ids.map(([name, id]) => (
        <Property key={name} name={name} isMono copied={id}>
          <span className="truncate">{id}</span>
        </Property>
      ))}
      {moments.map(([name, at]) => (
        <Property key={name} name={name}>
          {at === null ? "–" : <Timestamp value={at} />}
        </Property>
      ))}
    </PropertyList>
  );
}
