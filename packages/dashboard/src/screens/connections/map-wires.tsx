/**
 * The wires between the columns of the Structured view: drawings, stretched to the width of the page.
 *
 * A wire shows the state of its connection: dashed amber is paused, dotted is disabled. The wires of the node under the
 * pointer or the focus are drawn once more on top, in ink, also those to ends far away, which are stubs otherwise. Ports
 * are strokes without length, because their round ends stay round when the drawing is stretched. The lists beside it say
 * the same, so assistive technology skips it.
 */
import { cx } from "class-variance-authority";
import { memo, type ReactNode } from "react";
import type { ConnectionStatus } from "../../resources/connections/connection-status.ts";
import type { MapWire } from "./map-layout.ts";

const LOOKS: Record<ConnectionStatus, { className: string; dashes?: string }> = {
  Active: { className: "stroke-wire" },
  Paused: { className: "stroke-hold", dashes: "5 4" },
  Disabled: { className: "stroke-wire", dashes: "1 4" },
};

interface WiresProps {
  /** Each is one path for all wires: two hundred wires are three elements and not six hundred. */
  path: string;
  ports: string;
  className: string;
  dashes?: string | undefined;
}

function Wires({ path, ports, className, dashes }: WiresProps) {
  return (
    <g className={className}>
      <path d={path} vectorEffect="non-scaling-stroke" strokeDasharray={dashes} />
      <path d={ports} vectorEffect="non-scaling-stroke" strokeWidth={7} />
      <path d={ports} vectorEffect="non-scaling-stroke" strokeWidth={4} className="stroke-surface" />
    </g>
  );
}

const STATUSES = ["Active", "Disabled", "Paused"] as const satisfies ConnectionStatus[];

const AllWires = memo(function AllWires({ wires, statuses }: Pick<MapWiresProps, "wires" | "statuses">) {
  return STATUSES.map((status) => {
    const own = wires.filter((wire) => statuses.get(wire.id) === status);
    return own.length === 0 ? null : (
      <Wires
        key={status}
        path={own.map((wire) => wire.path).join("")}
        ports={own.map((wire) => wire.ports).join("")}
        {...LOOKS[status]}
      />
    );
  });
});

export interface MapWiresProps {
  wires: readonly MapWire[];
  /** By the id of the connection. */
  statuses: ReadonlyMap<string, ConnectionStatus>;
  heightPx: number;
}

/** Under the names of ends far away. */
export function MapWires({ heightPx, ...drawn }: MapWiresProps) {
  return (
    <Drawing heightPx={heightPx}>
      <AllWires {...drawn} />
    </Drawing>
  );
}

/** Above them. */
export function LitWires({ wires, statuses, heightPx }: MapWiresProps) {
  return (
    <Drawing heightPx={heightPx}>
      {wires.map((wire) => (
        <Wires
          key={wire.id}
          {...wire.whole}
          className={cx("stroke-2", statuses.get(wire.id) === "Paused" ? "stroke-hold" : "stroke-ink")}
          dashes={LOOKS[statuses.get(wire.id) ?? "Active"].dashes}
        />
      ))}
    </Drawing>
  );
}

function Drawing({ heightPx, children }: { heightPx: number; children: ReactNode }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 1000 ${heightPx}`}
      preserveAspectRatio="none"
      width="100%"
      height={heightPx}
      fill="none"
      strokeWidth={1.5}
      strokeLinecap="round"
      className="pointer-events-none absolute inset-0 z-10"
    >
      {children}
    </svg>
  );
}
