/**
 * Which accepted requests are not routed yet, and how much do they hold?
 *
 * The router adds a request when it begins, and ends it when its events are stored or when its heir routes it. Ending a
 * request twice counts once.
 */
import { deliveryBytes } from "../delivery.ts";
import type { RoutableRequest } from "./routable-request.ts";

export interface UnroutedRequests {
  all: ReadonlySet<RoutableRequest>;
  begin: (request: RoutableRequest) => void;
  end: (request: RoutableRequest) => void;
  waitingOf: (sourceKey: string) => number;
  bytes: () => number;
  /** Resolves when there are none. */
  drained: () => Promise<void>;
}

/** `ended` is called when a request of this source leaves. */
export function createUnroutedRequests(ended: (sourceKey: string) => void): UnroutedRequests {
  const all = new Set<RoutableRequest>();
  const bySource = new Map<string, number>();
  let bytes = 0;
  let onDrained: (() => void)[] = [];

  return {
    all,
    begin(request) {
      all.add(request);
      bySource.set(request.route.key, (bySource.get(request.route.key) ?? 0) + 1);
      bytes += deliveryBytes(request.body);
    },
    end(request) {
      if (!all.delete(request)) return;
      const left = (bySource.get(request.route.key) ?? 1) - 1;
      if (left === 0) bySource.delete(request.route.key);
      else bySource.set(request.route.key, left);
      bytes -= deliveryBytes(request.body);
      ended(request.route.key);
      if (all.size > 0) return;
      for (const resolve of onDrained) resolve();
      onDrained = [];
    },
    waitingOf: (sourceKey) => bySource.get(sourceKey) ?? 0,
    bytes: () => bytes,
    drained() {
      if (all.size === 0) return Promise.resolve();
      return new Promise((resolve) => onDrained.push(resolve));
    },
  };
}
