/**
 * Which email addresses and passwords does a form accept? The server checks again; this only saves a round trip.
 */
import * as z from "zod/mini";

export const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 128;

export const Email = z
  .string()
  .check(z.trim(), z.minLength(1, "Enter your email address"), z.email("This is not an email address"));

/** For the sign-in: any password that is not empty. */
export const GivenPassword = z.string().check(z.minLength(1, "Enter your password"));

export const NewPassword = z
  .string()
  .check(
    z.minLength(SHORTEST_PASSWORD, `Use at least ${SHORTEST_PASSWORD} characters`),
    z.maxLength(LONGEST_PASSWORD, `Use at most ${LONGEST_PASSWORD} characters`),
  );
