/** The frame of pages that belong to a person and to no project: the mark, the way to the profile, and the sign-out. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { usePerson } from "../../resources/session/use-session.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Mark } from "../../ui/mark.tsx";
import { SignInQuestion } from "./sign-in-question.tsx";
import { useSignOut } from "./use-sign-out.ts";

export function PersonFrame({ children }: { children: ReactNode }) {
  const { user } = usePerson();
  const signOut = useSignOut();
  return (
    <div className="flex h-full flex-col">
      <nav
        aria-label="Main"
        className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-5 max-md:px-3"
      >
        <Link to="/projects" aria-label="Posthorn" className="flex items-center gap-2 rounded-sm">
          <Mark className="h-5 w-auto" />
          <span className="text-lg font-semibold tracking-tight">Posthorn</span>
        </Link>
        <span className="min-w-0 flex-1 truncate text-right text-sm text-ink-3">
          <span className="max-sm:hidden">{user.email}</span>
        </span>
        <Link to="/settings/account/profile" className={buttonClass({ variant: "quiet" })}>
          Profile
        </Link>
        <Button variant="quiet" onClick={() => void signOut()}>
          Sign out
        </Button>
      </nav>
      {children}
      <SignInQuestion />
    </div>
  );
}
