/**
 * One request in a list to choose from: when it came, method and path, what tells it apart from the others, and what
 * became of it.
 */
import type { Request } from "@posthorn/contract/requests";
import { useQuery } from "@tanstack/react-query";
import { Timestamp } from "../../ui/timestamp.tsx";
import { outcomeInShort } from "./request-outcome.ts";
import { requestMethodQuery } from "./request-queries.ts";

export interface RequestChoiceProps {
  request: Request;
  telling: string | undefined;
}

export function RequestChoice({ request, telling }: RequestChoiceProps) {
  const { data: asked } = useQuery(requestMethodQuery(request.id));
  return (
    <ChoiceLines
      created_at={request.created_at}
      target={`${asked?.method ?? ""} ${request.data?.path ?? ""}`.trim() || request.id}
      telling={telling}
      outcome={outcomeInShort(request)}
    />
  );
}

export interface ChoiceLinesProps {
  created_at: string;
  /** "POST /orders" */
  target: string;
  telling: string | undefined;
  outcome: string;
}

export function ChoiceLines({ created_at, target, telling, outcome }: ChoiceLinesProps) {
  return (
    <span className="flex min-w-0 flex-1 flex-col">
      <span className="flex items-baseline gap-2">
        <span className="mono min-w-0 flex-1 truncate">{target}</span>
        <Timestamp value={created_at} className="shrink-0 text-ink-2" />
      </span>
      <span className="flex items-baseline gap-2 text-xs text-ink-2">
        <span className="min-w-0 flex-1 truncate">{telling}</span>
        <span className="shrink-0">{outcome}</span>
      </span>
    </span>
  );
}
