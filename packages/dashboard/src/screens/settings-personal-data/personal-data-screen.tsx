/**
 * /settings/project/personal-data: erases what senders and destinations have sent of one person.
 *
 * An admin names the person by a text, sees how much contains it, and confirms. One erasure is in progress at a time, so it takes
 * the place of the form. The list below it has no identifiers: Posthorn forgets them.
 */
import { useQuery } from "@tanstack/react-query";
import { erasuresQuery } from "../../resources/erasures/erasure-queries.ts";
import { GuideLink } from "../../resources/guides/guide-link.tsx";
import { Section } from "../../ui/form/section.tsx";
import { SettingsMain } from "../../ui/form/settings-main.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { EndedErasures } from "./ended-erasures.tsx";
import { NewErasure } from "./new-erasure.tsx";
import { OpenErasure } from "./open-erasure.tsx";

export function PersonalDataScreen() {
  const erasures = useQuery(erasuresQuery);
  const models = erasures.data?.models;
  const open = models?.find(({ ended_at }) => ended_at === null);
  const ended = models?.filter(({ ended_at }) => ended_at !== null) ?? [];
  return (
    <SettingsMain>
      {models ? (
        <>
          <Section
            title="Erase a person's data"
            text={
              <>
                Everywhere in the payloads, answers and logs of this project, Posthorn replaces what contains
                an identifier of the person by [redacted].{" "}
                <GuideLink guide="personal-data" className={linkClass}>
                  What is erased
                </GuideLink>
              </>
            }
          >
            {open ? <OpenErasure erasure={open} /> : <NewErasure />}
          </Section>
          {ended.length === 0 ? null : (
            <Section
              title="Past erasures"
              text="Posthorn keeps a digest of the identifier and not the identifier itself. Equal digests mean the same one."
            >
              <EndedErasures erasures={ended} />
            </Section>
          )}
        </>
      ) : erasures.isError ? (
        <LoadFailed error={erasures.error} onRetry={erasures.refetch} />
      ) : (
        <div className="py-6">
          <TextSkeleton label="erasures" />
        </div>
      )}
    </SettingsMain>
  );
}
