/**
 * The names of ends that are far away, each beside the stub of its wire. The link of the connection names both ends, so
 * assistive technology skips these. A wire that is lit is drawn as a whole and needs no name.
 */
import type { Connection } from "@posthorn/contract/connections";
import { cx } from "class-variance-authority";
import { MiddleCut } from "../../ui/middle-cut.tsx";
import type { MapStub } from "./map-layout.ts";

const LINE_PX = 16;

/** The columns between the cards, without the length of a stub. */
const PLACES = {
  source: "col-start-2 mr-4",
  destination: "col-start-4 ml-4",
} as const;

export interface StubNamesProps {
  stubs: readonly MapStub[];
  /** Connections by their own id. */
  byId: ReadonlyMap<string, Connection>;
  /** Ids of the nodes that are lit. */
  lit: ReadonlySet<string>;
}

export function StubNames({ stubs, byId, lit }: StubNamesProps) {
  return (["source", "destination"] as const).map((end) => (
    <div key={end} aria-hidden className={cx("pointer-events-none relative row-start-1", PLACES[end])}>
      {stubs.map((stub) => {
        const connection = byId.get(stub.id);
        if (stub.end !== end || !connection || lit.has(stub.id)) return null;
        return (
          <span
            key={stub.id}
            className="absolute inset-x-0 z-10 flex text-xs text-ink-3"
            style={{ top: stub.centrePx - LINE_PX / 2, lineHeight: `${LINE_PX}px` }}
          >
            <MiddleCut
              text={connection[end].name}
              className={cx("bg-bg px-1", end === "source" && "ml-auto")}
            />
          </span>
        );
      })}
    </div>
  ));
}
