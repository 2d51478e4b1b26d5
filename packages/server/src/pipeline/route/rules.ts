/**
 * What do a connection's rules make of a request?
 *
 * Compiled once per version of the connection, when the routing table reads it. Filters are asked in the
 * user's order; the request is looked into only if one of them asks, and then only once for all.
 */
import { compileFilter } from "@posthorn/contract/filter/compile-filter";
import { FILTER_PARTS, type FilterPart, type RetryRule, type Rules } from "@posthorn/contract/rules";
import type { ReceivedPayload } from "../send/delivery-request.ts";
import { bodyView, headersView } from "./payload-view.ts";
import { parseQueryString } from "./query-string.ts";

export interface CompiledRules {
  filters: readonly CompiledFilter[];
  delayMs: number;
  retry: RetryRule | null;
}

type CompiledFilter = Partial<Record<FilterPart, (data: unknown) => boolean>>;

export function compileRules(rules: Rules): CompiledRules {
  const compiled: { filters: CompiledFilter[]; delayMs: number; retry: RetryRule | null } = {
    filters: [],
    delayMs: 0,
    retry: null,
  };
  for (const rule of rules) {
    if (rule.type === "retry") compiled.retry = rule;
    else if (rule.type === "delay") compiled.delayMs = rule.delay;
    else
      compiled.filters.push(
        Object.fromEntries(
          FILTER_PARTS.flatMap((part) => (rule[part] == null ? [] : [[part, compileFilter(rule[part])]])),
        ),
      );
  }
  return compiled;
}

/** A request as rules see it: each part is made when it is first asked for. */
export interface RequestView {
  part(name: FilterPart): unknown;
}

export function viewOf(payload: ReceivedPayload): RequestView {
  const parts = new Map<FilterPart, unknown>();
  const make = (name: FilterPart): unknown => {
    if (name === "path") return payload.path;
    if (name === "query") return parseQueryString(payload.query ?? "");
    const headers = headersView(payload.headers);
    if (name === "headers") return headers;
    return bodyView(
      payload.body && Buffer.from(payload.body.buffer, payload.body.byteOffset, payload.body.length),
      headers["content-type"],
    );
  };
  return {
    part(name) {
      if (!parts.has(name)) parts.set(name, make(name));
      return parts.get(name);
    },
  };
}

/** The parts that the first filter to refuse does not match; null when all filters let the request pass. */
export function refusedParts({ filters }: CompiledRules, view: RequestView): FilterPart[] | null {
  for (const filter of filters) {
    const refused = FILTER_PARTS.filter((part) => filter[part]?.(view.part(part)) === false);
    if (refused.length > 0) return refused;
  }
  return null;
}
