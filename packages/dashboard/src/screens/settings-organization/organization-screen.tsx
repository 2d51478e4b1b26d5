/** /settings/organization/general: the name of the organization, and the two ways out of it. */
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { LeaveGuard } from "../../ui/form/leave-guard.tsx";
import { ReadOnlyForms } from "../../ui/form/read-only-forms.tsx";
import { SettingsMain } from "../../ui/form/settings-main.tsx";
import { DeleteSection } from "./delete-section.tsx";
import { LeaveSection } from "./leave-section.tsx";
import { NameSection } from "./name-section.tsx";

export function OrganizationScreen() {
  const refusal = useRefusal("renameOrganization");
  return (
    <SettingsMain>
      <LeaveGuard>
        <ReadOnlyForms reason={refusal}>
          <NameSection />
        </ReadOnlyForms>
        <LeaveSection />
        <DeleteSection />
      </LeaveGuard>
    </SettingsMain>
  );
}
