import type { CreateDepositBody, Deposit } from "@tessera/contract/wallet/wallet.schemas";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { Refusal } from "../../platform/refusal.ts";
import { chainOf } from "./chain.ts";
import {
  creditOf,
  DEPOSIT_LIFETIME_MS,
  isWithinBounds,
  MAX_OPEN_DEPOSITS,
  parseAsset,
} from "./deposit.policy.ts";
import { listedMovement } from "./deposit-movements.ts";
import { presentDeposit } from "./deposits.presenter.ts";
import {
  type DepositRow,
  insertDeposit,
  selectDepositByKey,
  selectDueDeposits,
  selectFreeSlot,
} from "./deposits.repository.ts";
import { expireIfDue } from "./expire-deposits.ts";
import { postOne } from "./post-one.ts";
import { priceUsdt } from "./price-usdt.ts";

export interface CreateDepositInput extends CreateDepositBody {
  readonly customerId: string;
  readonly idempotencyKey: string;
}

/** Another request may take the slot that was free a moment ago; there are only a few. */
const MAX_TRIES = MAX_OPEN_DEPOSITS + 1;

async function draftDeposit(context: AppContext, input: CreateDepositInput): Promise<DepositRow> {
  const amountMinor = parseAsset(input.amount);
  if (amountMinor === undefined || !isWithinBounds(amountMinor)) {
    throw new Refusal("deposit_out_of_bounds");
  }
  const currency = input.currency ?? "USD";
  const price = await priceUsdt(context, currency);
  const id = newId(context.clock.now());
  const now = context.clock.now();
  return {
    id,
    customer_id: input.customerId,
    client_key: input.idempotencyKey,
    slot: null,
    asset: input.asset,
    network: input.network,
    address: chainOf(context).addressFor(input.network, id),
    amount_minor: amountMinor,
    currency,
    rate_scaled: price.rateScaled,
    rated_at: price.ratedAt,
    credit_minor: creditOf(amountMinor, price.rateScaled),
    status: "pending",
    movement_id: newId(context.clock.now()),
    created_at: now,
    expires_at: new Date(now.getTime() + DEPOSIT_LIFETIME_MS),
    seen_at: null,
    closed_at: null,
  };
}

function isSameOrder(row: DepositRow, draft: DepositRow): boolean {
  return (
    row.asset === draft.asset &&
    row.network === draft.network &&
    row.amount_minor === draft.amount_minor &&
    row.currency === draft.currency
  );
}

async function openDeposit(context: AppContext, tx: Tx, draft: DepositRow): Promise<DepositRow> {
  const customerId = draft.customer_id;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const former = await selectDepositByKey(tx, { customerId, clientKey: draft.client_key });
    if (former !== undefined) {
      if (!isSameOrder(former, draft)) {
        throw new Refusal("idempotency_mismatch");
      }
      return former;
    }
    const slot = await selectFreeSlot(tx, customerId, MAX_OPEN_DEPOSITS);
    if (slot === undefined) {
      throw new Refusal("too_many_open_deposits");
    }
    const row = { ...draft, slot };
    if (await insertDeposit(tx, row)) {
      const { movement_id: id, credit_minor: amountMinor, created_at: at } = row;
      await postOne(context, tx, listedMovement(row, { id, amountMinor, at, notes: [] }));
      return row;
    }
  }
  throw new Refusal("too_many_open_deposits", { internal: "lost every race for a slot" });
}

/**
 * Opens a deposit: an address to pay to, for half an hour. A repeat under the same key gives the
 * same deposit, also where the first one's answer was lost.
 *
 * @throws Refusal `deposit_out_of_bounds`, `too_many_open_deposits`, `rates_unavailable`
 */
export async function createDeposit(
  context: AppContext,
  input: CreateDepositInput,
): Promise<Deposit> {
  const draft = await draftDeposit(context, input);
  const row = await inTransaction(context.db, async (tx) => {
    const { customerId } = input;
    const due = { now: draft.created_at, limit: MAX_OPEN_DEPOSITS, customerId };
    for (const id of await selectDueDeposits(tx, due)) {
      await expireIfDue(context, tx, id);
    }
    return openDeposit(context, tx, draft);
  });
  return presentDeposit(context, row, []);
}
