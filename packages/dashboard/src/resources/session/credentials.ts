/**
 * What may be typed as an email address and as a password? The server has the last word; this spares the round trip.
 */
import * as z from "zod/mini";

export const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 128;

export const Email = z
  .string()
  .check(z.trim(), z.minLength(1, "Enter your email address"), z.email("This is not an email address"));

/** For signing in: whatever it is, it must be there. */
export const GivenPassword = z.string().check(z.minLength(1, "Enter your password"));

export const NewPassword = z
  .string()
  .check(
    z.minLength(SHORTEST_PASSWORD, `Use at least ${SHORTEST_PASSWORD} characters`),
    z.maxLength(LONGEST_PASSWORD, `Use at most ${LONGEST_PASSWORD} characters`),
  );
