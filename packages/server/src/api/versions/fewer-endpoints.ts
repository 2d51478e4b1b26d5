/** Which endpoints came later? Versions before them answer 404. */
import { bulkCancelEvents } from "@posthorn/contract/bulk";
import { CURRENT_DOMAIN_ENDPOINTS, PROJECT_DOMAIN_ENDPOINTS } from "@posthorn/contract/custom-domains";
import { countDestinations } from "@posthorn/contract/destinations";
import { cancelEvent } from "@posthorn/contract/events";
import { METRICS_ENDPOINTS } from "@posthorn/contract/metrics";
import { countSources } from "@posthorn/contract/sources";
import { countTransformations, deleteTransformation } from "@posthorn/contract/transformations";
import type { Difference } from "./difference.ts";

export const eventMuteOnly: Difference = {
  name: "event-mute-only",
  summary: "An event is cancelled by `PUT /events/{id}/mute`; there is no `/cancel`",
  without: [cancelEvent],
};

export const noBulkCancel: Difference = {
  name: "no-bulk-cancel",
  summary: "There are no bulk cancellations of events",
  without: Object.values(bulkCancelEvents),
};

export const countsOfConnectionsOnly: Difference = {
  name: "counts-of-connections-only",
  summary: "Only connections can be counted",
  without: [countSources, countDestinations, countTransformations],
};

export const transformationsStay: Difference = {
  name: "transformations-stay",
  summary: "There is no `DELETE /transformations/{id}`",
  without: [deleteTransformation],
};

export const noMetrics: Difference = {
  name: "no-metrics",
  summary: "There are no metrics",
  without: METRICS_ENDPOINTS,
};

export const domainsOfCurrentProject: Difference = {
  name: "domains-of-the-current-project",
  summary: "Custom domains are those of the current project, `/teams/current/custom_domains`",
  without: PROJECT_DOMAIN_ENDPOINTS,
};

export const domainsOfNamedProject: Difference = {
  name: "domains-of-a-named-project",
  summary: "The path of custom domains names the project: `/projects/{id}/custom_domains`",
  without: CURRENT_DOMAIN_ENDPOINTS,
};
