/**
 * Which pages does the rail link to, in which order, and with which keys?
 *
 * The rail, the palette and the `g` shortcuts all read this list. A page that does not exist yet is not in it.
 */
import {
  AlignLeft,
  ArrowDownToLine,
  ArrowRightFromLine,
  ArrowRightToLine,
  Bookmark,
  Braces,
  ChartNoAxesColumn,
  Settings,
  Spline,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";

export interface RailEntry {
  label: string;
  to:
    | "/events"
    | "/requests"
    | "/bookmarks"
    | "/issues"
    | "/metrics"
    | "/connections"
    | "/sources"
    | "/destinations"
    | "/transformations"
    | "/settings";
  /** Pages with another address that belong to it begin so. */
  within?: string;
  icon: LucideIcon;
  keys: string;
}

/** A gap separates the groups: first what happens, then what it passes through. Settings are at the foot of the rail. */
export const RAIL_GROUPS: readonly (readonly RailEntry[])[] = [
  [
    { label: "Events", to: "/events", icon: AlignLeft, keys: "g e" },
    { label: "Requests", to: "/requests", icon: ArrowDownToLine, keys: "g r" },
    { label: "Bookmarks", to: "/bookmarks", icon: Bookmark, keys: "g b" },
    { label: "Issues", to: "/issues", within: "/issue-triggers/", icon: TriangleAlert, keys: "g i" },
    { label: "Metrics", to: "/metrics", icon: ChartNoAxesColumn, keys: "g m" },
  ],
  [
    { label: "Connections", to: "/connections", icon: Spline, keys: "g c" },
    { label: "Sources", to: "/sources", icon: ArrowRightFromLine, keys: "g s" },
    { label: "Destinations", to: "/destinations", icon: ArrowRightToLine, keys: "g d" },
    { label: "Transformations", to: "/transformations", icon: Braces, keys: "g t" },
  ],
  [{ label: "Settings", to: "/settings", icon: Settings, keys: "g ," }],
];
