/** `/settings/organization/audit-log` */
import { createFileRoute } from "@tanstack/react-router";
import { AuditLogScreen } from "../../../screens/settings-audit-log/audit-log-screen.tsx";
import { AuditSearch } from "../../../screens/settings-audit-log/audit-url.ts";

export const Route = createFileRoute("/_app/settings/organization/audit-log")({
  validateSearch: AuditSearch,
  component: AuditLogScreen,
});
