/**
 * What will happen to a request, as the form is filled in now? Beside the rules, or below them where there is little room.
 * If the chosen source has received something, the person can try the rules on it.
 */
import { useQuery } from "@tanstack/react-query";
import { hasRequestsQuery } from "../../resources/requests/latest-request.ts";
import { RequestWay, WAY_TITLE } from "../../resources/rules/request-way.tsx";
import { TryRules } from "../../resources/rules/try-on-recent/try-rules.tsx";
import type { ConnectionFormValues } from "./connection-form.ts";
import { useDestinations, useSources } from "./use-ends.ts";
import { destinationEnd, sourceEnd } from "./way-ends.ts";

export function FormWay({ values }: { values: ConnectionFormValues }) {
  const { source_choice, source_id, destination_id } = values;
  const sources = useSources(source_id);
  const destinations = useDestinations(destination_id);
  const source = source_choice === "existing" ? sources.models.find(({ id }) => id === source_id) : undefined;
  const { data: hasRequests } = useQuery(hasRequestsQuery(source?.id));
  return (
    <div className="flex flex-col gap-4">
      <h3 className="text-sm font-medium">{WAY_TITLE}</h3>
      <RequestWay
        source={sourceEnd(values, sources)}
        rules={values}
        destination={destinationEnd(values, destinations)}
      />
      {source && hasRequests === true ? (
        <div className="border-t border-line pt-4">
          <TryRules source={source} />
        </div>
      ) : null}
    </div>
  );
}
