import type { IssuedCard, IssueRequest, IssuerPort } from "../../adapters/issuer/issuer.port.ts";
import { NumberTakenError } from "./reserve-pan.ts";

const MAX_ATTEMPTS = 5;

/** Runs `work`, and retries it with a new PAN if the PAN drawn already belongs to a card. */
export async function withFreeNumber<T>(
  issuer: IssuerPort,
  request: Omit<IssueRequest, "attempt">,
  keep: (issued: IssuedCard) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const issued = await issuer.issue({ ...request, attempt });
    try {
      return await keep(issued);
    } catch (error) {
      if (!(error instanceof NumberTakenError) || attempt + 1 >= MAX_ATTEMPTS) {
        throw error;
      }
    }
  }
}
