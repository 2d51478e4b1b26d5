/**
 * What will happen to a request, as the form is filled in now? Beside the rules, or below them where there is little room.
 * If the chosen source has received something, the person can try the rules on it.
 */
import { useQuery } from "@tanstack/react-query";
import { useChoices } from "../../resources/pickers/use-choices.ts";
import { hasRequestsQuery } from "../../resources/requests/latest-request.ts";
import { RequestCourse, COURSE_TITLE } from "../../resources/rules/request-course.tsx";
import { TryRules } from "../../resources/rules/try-on-recent/try-rules.tsx";
import type { ConnectionFormValues } from "./connection-form.ts";
import { destinationEnd, sourceEnd } from "./course-ends.ts";

export interface FormCourseProps {
  values: ConnectionFormValues;
  /** The mistakes that the form shows, by field. */
  errors: Partial<Record<"source" | "destination", unknown>>;
}

export function FormCourse({ values, errors }: FormCourseProps) {
  const { source_choice, source_id, destination_id } = values;
  const sources = useChoices("source", source_id);
  const destinations = useChoices("destination", destination_id);
  const source = source_choice === "existing" ? sources.chosen : null;
  const { data: hasRequests } = useQuery(hasRequestsQuery(source?.id));
  return (
    <div className="flex flex-col gap-4">
      <h3 className="text-sm font-medium">{COURSE_TITLE}</h3>
      <RequestCourse
        source={sourceEnd(values, { ...sources, hasMistake: errors.source !== undefined })}
        rules={values}
        destination={destinationEnd(values, {
          ...destinations,
          hasMistake: errors.destination !== undefined,
        })}
      />
      {source && hasRequests === true ? (
        <div className="border-t border-line pt-4">
          <TryRules source={source} />
        </div>
      ) : null}
    </div>
  );
}
