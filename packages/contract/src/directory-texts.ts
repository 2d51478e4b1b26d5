/** What do pages say, and the server in their place, about organizations whose people come from a directory? */

export const DIRECTORY_NEEDS_DOMAIN =
  "Prove a mail domain first: the directory adds only people with an address there.";

export const DIRECTORY_LAST_DOMAIN =
  "This is the last proven mail domain, and directory sync is on. Turn it off first, then remove the domain.";

export const DIRECTORY_TOKENS_FULL =
  "There are two tokens already, which is enough to move a directory from one to the other. Revoke one first.";

export const DIRECTORY_GIVES_ROLES =
  "Roles follow the groups of your directory. Change the groups there, or the roles of groups on the page Single sign-on.";

export const DIRECTORY_ADDS_PEOPLE = "People come from your directory. Add them there.";

export const DIRECTORY_REMOVES_PEOPLE = "This person comes from your directory. Remove them there.";
