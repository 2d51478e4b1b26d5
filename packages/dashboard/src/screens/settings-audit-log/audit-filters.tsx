/** Which entries does the audit log show: of when, by whom, of what, and in which project? */
import { AUDIT_ACTIONS, AUDIT_SUBJECTS, CALLER_KINDS } from "@posthorn/contract/audit-words";
import { useQuery } from "@tanstack/react-query";
import { ACTION_TEXTS, CALLER_TEXTS, SUBJECT_TEXTS } from "../../resources/audit-log/audit-texts.ts";
import { DateFilterChip } from "../../resources/list-filters/date-filter-chip.tsx";
import { membersQuery } from "../../resources/organizations/organization-queries.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { ListChip, OptionalChip } from "../../ui/list/chip.tsx";
import { knownWords } from "./audit-query.ts";
import type { AuditSearch } from "./audit-url.ts";

const ACTIONS = AUDIT_ACTIONS.map((value) => ({ value, label: ACTION_TEXTS[value] }));
const SUBJECTS = AUDIT_SUBJECTS.map((value) => ({ value, label: upperFirst(SUBJECT_TEXTS[value]) }));
const KINDS = CALLER_KINDS.map((value) => ({ value, label: CALLER_TEXTS[value] }));

export interface AuditFiltersProps {
  search: AuditSearch;
  keptDays: number;
  onChange: (change: Partial<AuditSearch>) => void;
}

export function AuditFilters({ search, keptDays, onChange }: AuditFiltersProps) {
  const { organization, projects } = useSession();
  const { date, user_id, project_id } = search;
  const { by, action, subject_type } = knownWords(search);
  const members = useQuery(membersQuery(organization.id)).data?.models ?? [];
  const people = members.map((member) => ({ value: member.user_id, label: member.user_name }));
  const who = [...KINDS, ...people];
  const ofOrganization = projects.filter((one) => one.organization_id === organization.id);
  const inProjects = ofOrganization.map(({ id, name }) => ({ value: id, label: name }));
  const chosen = user_id ?? by;
  return (
    <>
      <DateFilterChip
        date={date}
        keptDays={keptDays}
        onChange={(next) => onChange({ date: next })}
        onClear={date && (() => onChange({ date: undefined }))}
      />
      <OptionalChip
        label="Who"
        text={chosen && (who.find(({ value }) => value === chosen)?.label ?? chosen)}
        value={chosen}
        choices={who}
        onChange={(value) => {
          const kind = CALLER_KINDS.find((one) => one === value);
          onChange({ by: kind, user_id: kind === undefined ? value : undefined });
        }}
        onClear={chosen === undefined ? undefined : () => onChange({ by: undefined, user_id: undefined })}
      />
      <ListChip
        label="Action"
        values={action}
        choices={ACTIONS}
        onChange={(values) => onChange({ action: values })}
        onClear={action && (() => onChange({ action: undefined }))}
      />
      <ListChip
        label="Subject"
        values={subject_type}
        choices={SUBJECTS}
        onChange={(values) => onChange({ subject_type: values })}
        onClear={subject_type && (() => onChange({ subject_type: undefined }))}
      />
      <OptionalChip
        label="Project"
        text={project_id && (inProjects.find(({ value }) => value === project_id)?.label ?? project_id)}
        value={project_id}
        choices={inProjects}
        onChange={(value) => onChange({ project_id: value })}
        onClear={project_id === undefined ? undefined : () => onChange({ project_id: undefined })}
      />
    </>
  );
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
