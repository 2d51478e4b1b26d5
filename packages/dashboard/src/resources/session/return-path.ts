/**
 * Where does a person go after signing in? Back to the page they asked for, if it is one of ours.
 *
 * Anything that could leave this origin (`//host`, `/\host`, `https:`) or come back to the sign-in is refused.
 */
export function safeReturnPath(asked: string | undefined): string {
  if (asked === undefined || !/^\/(?![/\\])/.test(asked)) return "/";
  return /^\/(?:sign-in|sign-up|forgot-password|reset-password)(?:[/?#]|$)/.test(asked) ? "/" : asked;
}
