/** /settings/account/profile: what a person sets on their own account. Everybody may, whatever their role. */
import { useQuery } from "@tanstack/react-query";
import { accountQuery } from "../../resources/account/account-queries.ts";
import { LeaveGuard } from "../../ui/form/leave-guard.tsx";
import { SettingsMain } from "../../ui/form/settings-main.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { AppearanceSection } from "./appearance-section.tsx";
import { DeleteSection } from "./delete-section.tsx";
import { EmailSection } from "./email-section.tsx";
import { NameSection } from "./name-section.tsx";
import { PasskeysSection } from "./passkeys-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { TwoFactorSection } from "./two-factor-section.tsx";

export function ProfileScreen() {
  const account = useQuery(accountQuery);
  return (
    <SettingsMain>
      {account.data ? (
        <LeaveGuard>
          <NameSection account={account.data} />
          <EmailSection account={account.data} />
          <PasswordSection account={account.data} />
          <TwoFactorSection account={account.data} />
          <PasskeysSection account={account.data} />
          <SessionsSection account={account.data} />
          <AppearanceSection />
          <DeleteSection account={account.data} />
        </LeaveGuard>
      ) : account.isError ? (
        <LoadFailed error={account.error} onRetry={account.refetch} />
      ) : (
        <div className="py-6">
          <TextSkeleton label="profile" />
        </div>
      )}
    </SettingsMain>
  );
}
