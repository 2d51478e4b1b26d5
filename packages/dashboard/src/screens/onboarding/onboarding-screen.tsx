/** /onboarding: a person without an organization names one, and says what they want to do. Then their first connection. */
import { USE_CASE_OTHER_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { USE_CASES } from "@posthorn/contract/onboarding";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { useWatch } from "react-hook-form";
import { firstMessage } from "../../resources/api/api-failure.ts";
import { refusalFrom } from "../../resources/api/save-refusal.ts";
import {
  ORGANIZATION_CREATION_FAILED,
  useCreateOrganization,
} from "../../resources/organizations/create-organization.ts";
import { usePerson } from "../../resources/session/use-session.ts";
import { useOpenProject } from "../../resources/session/use-switch-project.ts";
import { Form } from "../../ui/form/form.tsx";
import { RadioField } from "../../ui/form/radio-field.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { TextAreaField } from "../../ui/form/text-area-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { linkClass } from "../../ui/link-class.ts";
import { toast } from "../../ui/toast.ts";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { DiscoveryField } from "./discovery-field.tsx";
import { fieldOf, NO_ANSWERS, OnboardingForm, organizationInputOf } from "./onboarding-form.ts";

const USE_CASE_WORDS: Record<(typeof USE_CASES)[number], { label: string; hint: string }> = {
  receive_webhooks: { label: "Receive webhooks", hint: "From Stripe, Shopify, GitHub …" },
  send_webhooks: { label: "Send webhooks", hint: "To your customers" },
  connect_services: { label: "Connect services", hint: "Route between third parties" },
  async_api: { label: "Async API", hint: "Answer now, work later" },
  test: { label: "Test", hint: "Webhooks on my machine" },
  other: { label: "Other", hint: "Tell us in a sentence" },
};
const USE_CASE_CHOICES = USE_CASES.map((value) => {
  const { label, hint } = USE_CASE_WORDS[value];
  return { value, label, hint };
});

export interface OnboardingScreenProps {
  onSignOut: () => void;
}

export function OnboardingScreen({ onSignOut }: OnboardingScreenProps) {
  usePageTitle("Welcome");
  const { user } = usePerson();
  const openProject = useOpenProject("/create-first-connection");
  const { mutateAsync: create } = useCreateOrganization();
  const created = useRef("");
  const form = useSaveForm({
    schema: OnboardingForm,
    stored: NO_ANSWERS,
    isNew: true,
    save: async (values) => {
      try {
        const { project } = await create(organizationInputOf(values));
        created.current = project.id;
        return null;
      } catch (error) {
        toast.error(ORGANIZATION_CREATION_FAILED, { description: firstMessage(error) });
        return refusalFrom(error, { failed: ORGANIZATION_CREATION_FAILED, fieldOf });
      }
    },
    onSaved: () => openProject(created.current),
  });
  const useCase = useWatch({ control: form.state.control, name: "use_case" });
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight [overflow-wrap:anywhere]">
        Welcome, {user.name.trim().split(/\s+/)[0]}
      </h1>
      <p className="mt-1 text-base text-ink-2">Three answers, then your first connection.</p>
      <Form
        form={form}
        label="Welcome"
        isGuarded={false}
        startsInFirstField
        className="mt-8 flex flex-col gap-7"
      >
        <DiscoveryField name="discovery_method" />
        <div className="flex flex-col gap-4">
          <RadioField
            name="use_case"
            label="What will you use Posthorn for?"
            isPaired
            choices={USE_CASE_CHOICES}
          />
          {useCase === "other" ? (
            <TextAreaField
              name="use_case_other"
              label="In a sentence"
              rows={2}
              maxCharacters={USE_CASE_OTHER_MAX_CHARACTERS}
            />
          ) : null}
        </div>
        <TextField
          name="name"
          label="What should your organization be called?"
          hint="Your team and your projects live in it. You can rename it later."
          autoComplete="organization"
          size="lg"
          isRequired
        />
        <SubmitButton size="lg">Create organization</SubmitButton>
      </Form>
      <p className="mt-6 text-center text-sm [overflow-wrap:anywhere] text-ink-3">
        Signed in as {user.email}.{" "}
        <Link to="/settings/account/profile" className={linkClass}>
          Profile
        </Link>
        {" · "}
        <button type="button" className={linkClass} onClick={onSignOut}>
          Sign out
        </button>
      </p>
    </>
  );
}
