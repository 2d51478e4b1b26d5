/** Which card numbers does the provider `test` know? Those that a person wants to try first, with what they do. */
export const TEST_NUMBERS = [
  { number: "4242 4242 4242 4242", does: "Succeeds" },
  { number: "4000 0000 0000 0002", does: "Is declined" },
  { number: "4000 0025 0000 3155", does: "Asks you to confirm" },
  { number: "4000 0000 0000 0341", does: "Is declined when charged" },
] as const;
