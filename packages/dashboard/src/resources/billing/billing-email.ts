/** What is a right billing email? An empty field says only that it is empty. */
import { EmailAddress } from "@posthorn/contract/organizations";
import * as z from "zod/mini";

export const BillingEmail = z.string().check(
  z.trim(),
  z.refine((text) => text !== "", { error: "Email is required", abort: true }),
  z.refine((text) => EmailAddress.safeParse(text).success, "Must be a valid email"),
);
