import type { Mandate } from "@tessera/contract/cards/mandates.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { wireId } from "../../platform/ids.ts";
import { endMandate } from "./end-mandate.ts";
import { presentMandate } from "./mandates.presenter.ts";
import { readBack } from "./mandates.repository.ts";
import { type NamedMandate, takeMandate } from "./take-mandate.ts";

interface WithdrawInput extends NamedMandate {
  readonly requestId: string;
}

/**
 * Takes back a mandate that waits, or ends one that was approved: its card closes and the unused
 * money returns. Repeating the call changes nothing.
 *
 * @throws Refusal `not_found`, `mandate_of_another`, `mandate_decided`, and those from
 * {@link endMandate}
 */
export async function withdrawMandate(context: AppContext, input: WithdrawInput): Promise<Mandate> {
  const { session, requestId } = input;
  const { mandate, closingCardId } = await inTransaction(context.db, async (tx) => {
    const row = await takeMandate(tx, input);
    if (row.status === "withdrawn") {
      return { mandate: presentMandate(await readBack(tx, row)), closingCardId: undefined };
    }
    if (row.status !== "proposed" && row.status !== "approved") {
      throw new Refusal("mandate_decided");
    }
    const ended = await endMandate(context, tx, row, {
      ...{ actor: session.username, requestId },
      ...{ unused: "withdrawn", action: "mandate.withdraw" },
    });
    return {
      mandate: presentMandate(await readBack(tx, row)),
      closingCardId: ended.closingCardId,
    };
  });
  if (closingCardId !== undefined) {
    const cardId = wireId("card", closingCardId);
    await context.events.publish(session.customerId, "card", { cardId });
  }
  return mandate;
}
