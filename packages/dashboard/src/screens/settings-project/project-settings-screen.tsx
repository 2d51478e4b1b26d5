/**
 * /settings/project/general: the name of the project, its own host names, what its deliveries carry, what it hears of itself, and how it moves
 * to another organization or ends.
 *
 * Members see all of it. Only admins change it, and the three forms share the project's version: whoever saves second in
 * another tab is asked first.
 */
import { useQuery } from "@tanstack/react-query";
import { projectQuery } from "../../resources/projects/project-queries.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { LeaveGuard } from "../../ui/form/leave-guard.tsx";
import { ReadOnlyForms } from "../../ui/form/read-only-forms.tsx";
import { SettingsMain } from "../../ui/form/settings-main.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { DeleteSection } from "./delete-section.tsx";
import { DeliverySection } from "./delivery-section.tsx";
import { DomainSection } from "./domain-section.tsx";
import { NameSection } from "./name-section.tsx";
import { NotificationsSection } from "./notifications-section.tsx";
import { TransferSection } from "./transfer-section.tsx";

export function ProjectSettingsScreen() {
  const { id } = useSession().project;
  const project = useQuery(projectQuery(id));
  const refusal = useRefusal("manageProject");
  return (
    <SettingsMain>
      {project.data ? (
        // A form keeps what was typed in one project away from the next.
        <LeaveGuard key={id}>
          <ReadOnlyForms reason={refusal}>
            <NameSection project={project.data} />
            <DomainSection />
            <DeliverySection project={project.data} />
            <NotificationsSection project={project.data} />
          </ReadOnlyForms>
          <TransferSection />
          <DeleteSection />
        </LeaveGuard>
      ) : project.isError ? (
        <LoadFailed error={project.error} onRetry={project.refetch} />
      ) : (
        <div className="py-6">
          <TextSkeleton label="project" />
        </div>
      )}
    </SettingsMain>
  );
}
