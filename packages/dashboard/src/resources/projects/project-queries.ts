/** Which queries read a project? The session has its name and role; the rest is here. */
import { getProject } from "@posthorn/contract/projects";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

const FRESH_MS = 60_000;

export function projectQuery(id: string) {
  return queryOptions({
    queryKey: ["projects", "one", id],
    queryFn: ({ signal }) => call(getProject, { params: { id }, signal }),
    staleTime: FRESH_MS,
  });
}
