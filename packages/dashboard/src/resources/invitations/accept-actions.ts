/**
 * How does a person accept an invitation: with an account, or by creating one?
 *
 * The server refuses an address other than the invited one until the person has been asked. Both ways report that as
 * `isOtherAddress`, so that a page can ask and try once more.
 */
import { acceptInvitation } from "@posthorn/contract/invitations";
import { ApiFailure, firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { post, refusalOf, type AuthRefusal } from "../session/auth-actions.ts";

export interface Accepting {
  /** Of the link. */
  key: string;
  /** The person has been asked, and joins with another address. */
  otherAddress: boolean;
}

export interface Accepted {
  /** Null if the person has joined. */
  refusal: AuthRefusal;
  isOtherAddress: boolean;
  /** The organization that was joined; undefined if the server does not name it, because the person has only this one. */
  organizationId?: string;
}

const OTHER_ADDRESS = "OTHER_ADDRESS";

/** As the person who is signed in. */
export async function acceptSignedIn({ key, otherAddress }: Accepting): Promise<Accepted> {
  try {
    const { organization_id } = await call(acceptInvitation, { body: { key, other_address: otherAddress } });
    return { refusal: null, isOtherAddress: false, organizationId: organization_id };
  } catch (error) {
    const isOtherAddress = error instanceof ApiFailure && error.code === OTHER_ADDRESS;
    return { refusal: { title: firstMessage(error) }, isOtherAddress };
  }
}

export interface NewAccount {
  name: string;
  email: string;
  password: string;
}

/** The server also signs the new person in. */
export async function acceptWithNewAccount(
  { key, otherAddress }: Accepting,
  { name, email, password }: NewAccount,
): Promise<Accepted> {
  const answer = await post("/sign-up/email", { name, email, password, invitation: key, otherAddress });
  const refusal = refusalOf(answer, ({ message }) => ({
    title: message ?? "The account could not be created",
  }));
  return { refusal, isOtherAddress: answer.code === OTHER_ADDRESS };
}
