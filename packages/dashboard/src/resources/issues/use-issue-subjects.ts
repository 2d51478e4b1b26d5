/**
 * Which connection, transformation, destination or source has each of these issues, and how is it called?
 *
 * Names of connections and sources come from the lists that all screens share. What was deleted has no name any more.
 */
import { listDestinations } from "@posthorn/contract/destinations";
import type { Issue } from "@posthorn/contract/issues";
import { listTransformations } from "@posthorn/contract/transformations";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { connectionOf, useRoutes } from "../connections/use-routes.ts";
import { routeText } from "../connections/route-words.ts";
import { useSourceNames } from "../sources/use-source-names.ts";
import { issueNow, issueTitle, subjectIdOf } from "./issue-title.ts";

const NAMES_FRESH_MS = 60_000;
const DELETED = "A deleted one";

function transformationNamesQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["transformations", "named", ids],
    queryFn: ({ signal }) =>
      call(listTransformations, { query: { id: [...ids], limit: ids.length }, signal }),
    staleTime: NAMES_FRESH_MS,
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  });
}

function destinationNamesQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["destinations", "named", ids],
    queryFn: ({ signal }) =>
      call(listDestinations, { query: { id: [...ids], disabled: true, limit: ids.length }, signal }),
    staleTime: NAMES_FRESH_MS,
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  });
}

export interface IssueSubject {
  /** What is wrong, in one line. */
  title: string;
  /** The same as long as it lasts. */
  now: string;
  /** The name of the subject: `stripe → orders-api`, `normalize-order`. */
  name: string;
  isDeleted: boolean;
}

function idsOf(issues: readonly Issue[], type: Issue["type"]): string[] {
  const ids = issues.filter((issue) => issue.type === type).map(subjectIdOf);
  return [...new Set(ids)].toSorted();
}

export function useIssueSubjects(issues: readonly Issue[]): (issue: Issue) => IssueSubject {
  const routes = useRoutes(idsOf(issues, "delivery"));
  const sources = useSourceNames(idsOf(issues, "request"));
  const transformations = useQuery(transformationNamesQuery(idsOf(issues, "transformation")));
  const destinations = useQuery(destinationNamesQuery(idsOf(issues, "backpressure")));

  /** Undefined while it loads; null if it is deleted. */
  function namesOf(issue: Issue): { name: string; inTitle: string } | null | undefined {
    const id = subjectIdOf(issue);
    if (issue.type === "delivery") {
      const connection = connectionOf(routes, id);
      return connection && { name: routeText(connection), inTitle: connection.destination.name };
    }
    const { name, isKnown } =
      issue.type === "request"
        ? { name: sources.nameOf.get(id), isKnown: sources.isKnown }
        : namedIn(issue.type === "transformation" ? transformations : destinations, id);
    if (name === undefined) return isKnown ? null : undefined;
    return { name, inTitle: name };
  }

  return (issue) => {
    const names = namesOf(issue);
    const unknown = names === null ? DELETED : "…";
    return {
      title: issueTitle(issue, names?.inTitle ?? unknown),
      now: issueNow(issue, names?.inTitle ?? unknown),
      name: names?.name ?? unknown,
      isDeleted: names === null,
    };
  };
}

interface NamesResult {
  data: { models: readonly { id: string; name: string }[] } | undefined;
  isSuccess: boolean;
  isPlaceholderData: boolean;
}

function namedIn({ data, isSuccess, isPlaceholderData }: NamesResult, id: string) {
  return {
    name: data?.models.find((one) => one.id === id)?.name,
    isKnown: isSuccess && !isPlaceholderData,
  };
}
