import type { IssuedCard, IssueRequest, IssuerPort } from "../../adapters/issuer/issuer.port.ts";
import { cellRoutes } from "../../platform/cells/cell-routes.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { NumberTakenError } from "./reserve-pan.ts";

const MAX_ATTEMPTS = 20;

/**
 * Returns the digits with which the next PAN begins: the BIN or, in a program with several cells,
 * one of this cell's ranges of it, so that a network's message finds the cell by the PAN.
 *
 * @throws Refusal `segment_out_of_stock` if all ranges of the BIN belong to other cells
 */
async function firstDigits(context: AppContext, bin: string, attempt: number): Promise<string> {
  if (context.use(cellRoutes).isOnly) {
    return bin;
  }
  const prefix = await context.directory.cards.prefixFor(context.db.kysely, bin, attempt);
  if (prefix === undefined) {
    throw new Refusal("segment_out_of_stock", { internal: `BIN ${bin} has no range left` });
  }
  return prefix;
}

/** Runs `work`, and retries it with a new PAN if the PAN drawn already belongs to a card. */
export async function withFreeNumber<T>(
  context: AppContext,
  issuer: IssuerPort,
  request: Omit<IssueRequest, "attempt">,
  keep: (issued: IssuedCard) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const bin =
      issuer.kind === "numbers" ? await firstDigits(context, request.bin, attempt) : request.bin;
    const issued = await issuer.issue({ ...request, bin, attempt });
    try {
      return await keep(issued);
    } catch (error) {
      if (!(error instanceof NumberTakenError) || attempt + 1 >= MAX_ATTEMPTS) {
        throw error;
      }
    }
  }
}
