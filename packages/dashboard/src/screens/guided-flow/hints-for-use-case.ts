/** What does the guide suggest to an organization with this use case? */
import type { DestinationType } from "@posthorn/contract/destinations";
import type { UseCase } from "@posthorn/contract/onboarding";

export interface UseCaseHints {
  /** An example of a source's name. */
  sourceName: string;
  /** Where events most likely go. */
  destinationType: DestinationType;
}

const USUAL: UseCaseHints = { sourceName: "stripe", destinationType: "HTTP" };

const HINTS: Partial<Record<UseCase, Partial<UseCaseHints>>> = {
  send_webhooks: { sourceName: "my-product" },
  async_api: { sourceName: "my-api" },
  test: { destinationType: "CLI" },
};

export function hintsForUseCase(useCase: UseCase | null): UseCaseHints {
  return { ...USUAL, ...(useCase && HINTS[useCase]) };
}
