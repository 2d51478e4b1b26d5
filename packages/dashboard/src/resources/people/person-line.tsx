/** A person in a list: initials, name and email. */
import { initialsOf } from "./initials.ts";
import { usePerson } from "../session/use-session.ts";

interface Listed {
  user_id: string;
  user_name: string;
  user_email: string;
}

export function PersonLine({ person }: { person: Listed }) {
  const { user } = usePerson();
  return (
    <span className="flex min-w-0 items-center gap-3">
      {/* The letters are no text of the page: the name follows. */}
      <span
        aria-hidden
        data-initials={initialsOf(person.user_name)}
        className="flex size-7 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface text-xs font-medium text-ink-2 uppercase before:content-[attr(data-initials)] max-sm:hidden"
      />
      <span className="min-w-0 leading-tight">
        <span className="block truncate">
          <span className="font-medium">{person.user_name}</span>
          {person.user_id === user.id ? <span className="text-ink-2"> you</span> : null}
        </span>
        <span className="block truncate text-xs text-ink-2">{person.user_email}</span>
      </span>
    </span>
  );
}
