import type {
  PayoutOutcome,
  SandboxPayouts,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { parseId, wireId } from "../../../platform/ids.ts";
import { formatAsset } from "../withdrawals.presenter.ts";
import { sandboxPayoutsOf } from "./payouts.ts";

/** Lists the payouts that the simulated provider received, newest first. */
export async function listSandboxPayouts(context: AppContext): Promise<SandboxPayouts> {
  const rows = await sandboxPayoutsOf(context).list();
  return {
    data: rows.map((row) => ({
      withdrawalId: wireId("wdr", row.id),
      network: row.network,
      address: row.address,
      amount: formatAsset(row.amount_minor),
      outcome: row.outcome,
      status: row.status,
      confirmations: row.confirmations,
      transactionHash: row.transaction_hash,
    })),
  };
}

/**
 * Sets what the simulated provider does with the next payout, or with an existing payout.
 *
 * @throws Refusal `not_found` if the provider has no such payout
 */
export async function setPayoutOutcome(
  context: AppContext,
  input: { readonly outcome: PayoutOutcome; readonly withdrawalId?: string | undefined },
): Promise<SandboxPayouts> {
  const { outcome, withdrawalId } = input;
  const id = withdrawalId === undefined ? undefined : parseId("wdr", withdrawalId);
  if (!(await sandboxPayoutsOf(context).setOutcome(outcome, id))) {
    throw new Refusal("not_found");
  }
  return listSandboxPayouts(context);
}
