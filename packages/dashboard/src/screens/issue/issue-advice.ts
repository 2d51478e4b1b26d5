/** Why does this go wrong, and what usually helps? The same words as on a failed event. */
import { failureWords } from "@posthorn/contract/delivery-failures";
import type { Issue } from "@posthorn/contract/issues";
import { answerWords } from "@posthorn/contract/answer-words";
import { durationText } from "../../ui/form/duration.ts";

export interface IssueAdvice {
  cause: string;
  fix: string;
}

export function issueAdvice(issue: Issue): IssueAdvice | null {
  switch (issue.type) {
    case "delivery": {
      const [status] = issue.aggregation_keys.response_status;
      const [code] = issue.aggregation_keys.error_code;
      if (status !== undefined) return answerWords(status);
      return code === undefined ? null : failureWords(code);
    }
    case "transformation":
      return issue.aggregation_keys.log_level[0] === "fatal"
        ? {
            cause: "The code failed, so these requests were ignored and reached no destination.",
            fix: "Once the code is fixed, retry them.",
          }
        : {
            cause: "The code wrote to its console, and its events went on.",
            fix: "See what it wrote in the latest execution.",
          };
    case "backpressure":
      return {
        cause: `Its oldest pending event waited longer than ${durationText(issue.aggregation_keys.delay[0] ?? 0)}.`,
        fix: "Raise its max delivery rate, or find out why it answers slowly. The issue ends by itself when the queue is clear.",
      };
    case "request":
      return {
        cause: "The source refuses these requests, so no connection sees them.",
        fix: "Compare a rejected request with the settings of the source, then retry the requests.",
      };
  }
}
