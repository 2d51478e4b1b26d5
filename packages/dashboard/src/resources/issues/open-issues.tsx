/** The number of open issues beside the way to them. Nothing while there are none, or it is not known. */
import { useQuery } from "@tanstack/react-query";
import { countText } from "../../ui/count.ts";
import { issueCountQuery } from "./issue-counts.ts";

/** More have no room, and nobody reads them. */
const MOST = 999;

export function OpenIssues() {
  const count = useQuery(issueCountQuery({ status: "OPENED" })).data?.count ?? 0;
  if (count === 0) return null;
  const text = count > MOST ? `${MOST}+` : countText(count);
  return (
    <span className="ml-auto rounded-full bg-bad-bg px-1.5 text-xs font-medium text-bad tabular-nums">
      {text}
      <span className="sr-only"> open</span>
    </span>
  );
}
