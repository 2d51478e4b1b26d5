/** How does a project look from outside? */
import { publicId } from "@posthorn/contract/ids";
import { PROJECT_TYPE, type Project } from "@posthorn/contract/projects";
import { createdAt } from "../../ids.ts";
import type { ProjectRow } from "./projects.sql.ts";

export function projectView(row: ProjectRow, name: string = row.name): Project {
  return {
    id: publicId("project", row.id),
    organization_id: publicId("organization", row.organization_id),
    name,
    type: PROJECT_TYPE,
    private: row.private,
    is_guest: false,
    static_ip_proxy: false,
    notification_methods: [],
    directory_sync_enabled: false,
    custom_hostnames: row.custom_hostnames,
    webhook_topics: row.webhook_topics,
    webhook_source_id: row.webhook_source_id && publicId("source", row.webhook_source_id),
    headers_prefix: row.headers_prefix,
    max_events_per_second: row.max_events_per_second,
    updated_at: row.updated_at,
    created_at: createdAt(row.id),
  };
}

/** Published clients parse the organization out of the name. */
export function nameWithOrganization({
  name,
  organization_name,
}: Pick<ProjectRow, "name" | "organization_name">): string {
  return organization_name === null ? name : `[${organization_name}] ${name}`;
}
