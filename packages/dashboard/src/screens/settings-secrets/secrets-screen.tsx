/**
 * /settings/project/secrets: the project's own API key and its signing secret, further keys, and the CLI keys of people.
 *
 * Only admins see any of them. Others find a locked placeholder, which also answers a role that was taken away while the
 * page is open.
 */
import type { Secrets } from "@posthorn/contract/keys";
import { SECRETS_LOCKED } from "@posthorn/contract/settings-texts";
import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { ApiFailure } from "../../resources/api/api-failure.ts";
import { secretsQuery } from "../../resources/keys/key-queries.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Section } from "../../ui/form/section.tsx";
import { SettingsMain } from "../../ui/form/settings-main.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { ApiKeySection } from "./api-key-section.tsx";
import { CliKeysSection } from "./cli-keys-section.tsx";
import { FurtherKeysSection } from "./further-keys-section.tsx";
import { SigningSecretSection } from "./signing-secret-section.tsx";

export function SecretsScreen() {
  const isAdmin = useRefusal("manageKeys") === undefined;
  const secrets = useQuery({ ...secretsQuery, enabled: isAdmin });
  return (
    <SettingsMain>
      {!isAdmin || isRefused(secrets.error) ? (
        <LockedSections />
      ) : secrets.data ? (
        <SecretSections secrets={secrets.data} />
      ) : secrets.isError ? (
        <LoadFailed error={secrets.error} onRetry={secrets.refetch} />
      ) : (
        <div className="py-6">
          <TextSkeleton label="secrets" />
        </div>
      )}
    </SettingsMain>
  );
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 401 || error.status === 403);
}

function SecretSections({ secrets: { api_key, signing_secret } }: { secrets: Secrets }) {
  return (
    <>
      <ApiKeySection apiKey={api_key} />
      <FurtherKeysSection />
      <CliKeysSection />
      <SigningSecretSection secret={signing_secret} />
    </>
  );
}

function LockedSections() {
  return ["API key", "Signing secret"].map((title) => (
    <Section key={title} title={title}>
      <p className="flex items-center gap-2.5 rounded-md border border-line bg-sunken px-3 py-2.5 text-sm text-ink-2">
        <Lock aria-hidden className="size-4 shrink-0 text-ink-3" />
        {SECRETS_LOCKED}
      </p>
    </Section>
  ));
}
