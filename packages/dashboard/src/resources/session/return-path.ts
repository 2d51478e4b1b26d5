/**
 * Where does a person go after signing in? Back to the page they asked for, if it is one of ours.
 *
 * Refuses a path that could leave this origin (`//host`, `/\host`, `https:`) or lead back to the sign-in pages.
 */
export function safeReturnPath(asked: string | undefined): string {
  if (asked === undefined || !/^\/(?![/\\])/.test(asked)) return "/";
  return /^\/(?:sign-in|sign-up|forgot-password|reset-password)(?:[/?#]|$)/.test(asked) ? "/" : asked;
}
