import type { AppContext, Tx } from "../../platform/context.ts";
import { inOpenAuthorization } from "./authorization-aggregate.ts";
import { wasBuiltUpon } from "./authorizations.repository.ts";
import { withdrawOpen } from "./release-authorization.ts";

/**
 * Withdraws the hold of a payment whose approval the network never received, unless the network has
 * sent an increment, an advice or a clearing, which only happens after an approval.
 *
 * @returns whether the hold was withdrawn
 * @throws Refusal `not_found`, `authorization_closed`
 */
export function withdrawUnlessUsed(
  context: AppContext,
  tx: Tx,
  authorizationId: string,
): Promise<boolean> {
  return inOpenAuthorization(context, tx, { authorisationId: authorizationId }, async (open) => {
    if (await wasBuiltUpon(tx, authorizationId)) {
      return false;
    }
    await withdrawOpen(context, tx, open);
    return true;
  });
}
