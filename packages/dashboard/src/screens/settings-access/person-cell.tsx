/** A person in a table: initials, name and email. */
import type { ProjectMember } from "@posthorn/contract/project-members";
import { useSession } from "../../resources/session/use-session.ts";
import { Td } from "../../ui/table.tsx";

/** The first letters of the first and the last word of a name. */
function initialsOf(name: string): string {
  const [first = "", ...others] = name.match(/(?<=^|\s)\S/gu) ?? [];
  return first + (others.at(-1) ?? "");
}

export function PersonCell({ member }: { member: ProjectMember }) {
  const { user } = useSession();
  return (
    <Td className="w-full max-w-60 min-w-44">
      <span className="flex min-w-0 items-center gap-2.5 py-1.5">
        {/* The letters are no text of the page: the name follows. */}
        <span
          aria-hidden
          data-initials={initialsOf(member.user_name)}
          className="flex size-7 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface text-xs font-medium text-ink-2 uppercase before:content-[attr(data-initials)]"
        />
        <span className="min-w-0">
          <span className="block truncate font-medium">
            {member.user_name}
            {member.user_id === user.id ? <span className="font-normal text-ink-3"> you</span> : null}
          </span>
          <span className="block truncate text-xs text-ink-3">{member.user_email}</span>
        </span>
      </span>
    </Td>
  );
}
