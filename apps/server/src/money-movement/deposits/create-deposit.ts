import type { CreateDepositBody, Deposit } from "@tessera/contract/money-movement/wallet.schemas";
import { readAddress } from "../../adapters/chain/read-address.ts";
import { answerOf } from "../../adapters/providers/require-offered.ts";
import { requireNoClosing } from "../../identity/people/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { requireRoomFor } from "../exchange/index.ts";
import { priceAsset } from "../rates/index.ts";
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
  isDepositAddress,
  selectDepositByKey,
  selectDueDeposits,
  selectFreeSlot,
} from "./deposits.repository.ts";
import { expireIfDue } from "./expire-deposits.ts";
import { isWatched, presentAsItStands, requireWatched } from "./get-deposit.ts";
import { postOne } from "./post-one.ts";

export interface CreateDepositInput extends CreateDepositBody {
  readonly customerId: string;
  readonly idempotencyKey: string;
  /** Why the customer can't open a new deposit. A retry still gets the original response. */
  readonly stoppedBy?: Refusal | undefined;
}

/** A deposit, and whether it was opened by an earlier request with the same key. */
export interface OpenedDeposit {
  readonly deposit: Deposit;
  readonly isRepeat: boolean;
}

/** A concurrent request may take the free slot, but there are only a few slots to try. */
const MAX_TRIES = MAX_OPEN_DEPOSITS + 1;

/** The customer's order, as placed. The other fields of a deposit are computed. */
type Order = Pick<
  DepositRow,
  "customer_id" | "client_key" | "asset" | "network" | "amount_minor" | "currency"
>;

function orderOf(input: CreateDepositInput): Order {
  const amountMinor = parseAsset(input.amount);
  if (amountMinor === undefined || !isWithinBounds(amountMinor)) {
    throw new Refusal("deposit_out_of_bounds");
  }
  return {
    customer_id: input.customerId,
    client_key: input.idempotencyKey,
    asset: input.asset,
    network: input.network,
    amount_minor: amountMinor,
    currency: input.currency ?? "USD",
  };
}

/**
 * Gets an address from the provider, outside any transaction. An invalid address, or an address
 * that belongs to another deposit, counts as no response.
 *
 * @throws Refusal `not_offered`, `provider_unavailable`
 */
async function askForAddress(
  context: AppContext,
  { network, asset, amount_minor: amountMinor }: Order,
  id: string,
): Promise<Pick<DepositRow, "address" | "chain_account" | "confirmations_required">> {
  const chain = chainOf(context);
  const given = await answerOf(chain.addressFor(network, { id, asset, amountMinor }));
  const read = readAddress(network, given.address);
  const isWrong = "fault" in read || read.address !== given.address;
  if (isWrong || (await isDepositAddress(context.db.kysely, { network, address: given.address }))) {
    throw new Refusal("provider_unavailable", {
      internal: `${chain.name} gave no valid and unused address on ${network}`,
    });
  }
  return {
    address: given.address,
    chain_account: chain.account,
    confirmations_required: given.confirmationsRequired,
  };
}

async function draftDeposit(context: AppContext, order: Order): Promise<DepositRow> {
  const price = await priceAsset(context, context.db.kysely, {
    asset: order.asset,
    currency: order.currency,
    side: "deposit",
  });
  const creditMinor = creditOf(order.amount_minor, price.rateScaled);
  await requireRoomFor(context, context.db.kysely, {
    ...{ soldCurrency: "USD", soldMinor: order.amount_minor },
    ...{ boughtCurrency: order.currency, boughtMinor: creditMinor },
  });
  const id = newId(context.clock.now());
  const place = await askForAddress(context, order, id);
  const now = context.clock.now();
  return {
    ...order,
    ...place,
    id,
    slot: null,
    rate_scaled: price.rateScaled,
    rated_at: price.ratedAt,
    rate_source: price.source,
    spread_basis_points: price.spreadBasisPoints,
    credit_minor: creditMinor,
    status: "pending",
    movement_id: newId(context.clock.now()),
    created_at: now,
    expires_at: new Date(now.getTime() + DEPOSIT_LIFETIME_MS),
    seen_at: null,
    closed_at: null,
  };
}

/**
 * Finds the deposit that was opened earlier with this order's key.
 *
 * @throws Refusal `idempotency_mismatch` if the key was used for another order
 */
async function findFormer(tx: Tx, order: Order): Promise<DepositRow | undefined> {
  const key = { customerId: order.customer_id, clientKey: order.client_key };
  const former = await selectDepositByKey(tx, key);
  const isSame =
    former?.asset === order.asset &&
    former.network === order.network &&
    former.amount_minor === order.amount_minor &&
    former.currency === order.currency;
  if (former !== undefined && !isSame) {
    throw new Refusal("idempotency_mismatch");
  }
  return former;
}

async function openDeposit(context: AppContext, tx: Tx, draft: DepositRow): Promise<DepositRow> {
  const customerId = draft.customer_id;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const former = await findFormer(tx, draft);
    if (former !== undefined) {
      return former;
    }
    await requireNoClosing(tx, customerId);
    const slot = await selectFreeSlot(tx, customerId, MAX_OPEN_DEPOSITS);
    if (slot === undefined) {
      return formerOrFull(tx, draft);
    }
    const row = { ...draft, slot };
    if (await insertDeposit(tx, row)) {
      const { movement_id: id, credit_minor: amountMinor, created_at: at } = row;
      await postOne(context, tx, listedMovement(row, { id, amountMinor, at, notes: [] }));
      return row;
    }
  }
  return formerOrFull(tx, draft);
}

/**
 * Finds the deposit that another server opened with the same key, if it took the last slot.
 *
 * @throws Refusal `too_many_open_deposits`, `idempotency_mismatch`
 */
async function formerOrFull(tx: Tx, order: Order): Promise<DepositRow> {
  const former = await findFormer(tx, order);
  if (former === undefined) {
    throw new Refusal("too_many_open_deposits");
  }
  return former;
}

/**
 * Rejects the order if the customer already has the maximum number of open deposits. This runs
 * before the provider is asked for an address, because the provider reserves addresses permanently.
 *
 * @returns the deposit opened with this order's key if it took the last slot, or undefined if a
 * slot is free
 */
async function requireRoom(context: AppContext, order: Order): Promise<DepositRow | undefined> {
  const customerId = order.customer_id;
  const now = context.clock.now();
  await inTransaction(context.db, async (tx) => {
    const due = { now, limit: MAX_OPEN_DEPOSITS, customerId };
    for (const { id } of await selectDueDeposits(tx, due)) {
      await expireIfDue(context, tx, id);
    }
  });
  const { kysely } = context.db;
  const slot = await selectFreeSlot(kysely, customerId, MAX_OPEN_DEPOSITS);
  return slot === undefined ? formerOrFull(kysely, order) : undefined;
}

/**
 * Opens a deposit. Its payment must arrive at its address within half an hour. A retry with the
 * same key gets the first response again, even if that response was lost and rates have since
 * changed or become unavailable. A closed deposit whose address is no longer watched is returned in
 * its current state rather than as pending.
 *
 * @throws Refusal `deposit_out_of_bounds`, `too_many_open_deposits`, `rates_unavailable`,
 * `rates_not_current`, `asset_depegged`, `exchange_paused`, `not_offered`, `provider_unavailable`,
 * `deposit_not_watched`, `account_closing_open`, `account_closed`, and `stoppedBy`
 */
export async function createDepositOnce(
  context: AppContext,
  input: CreateDepositInput,
): Promise<OpenedDeposit> {
  const order = orderOf(input);
  // This is checked before anything that could have changed or failed in the meantime, such as the
  // rate.
  const former = await findFormer(context.db.kysely, order);
  if (former !== undefined) {
    return { deposit: await presentRepeat(context, former), isRepeat: true };
  }
  if (input.stoppedBy !== undefined) {
    throw input.stoppedBy;
  }
  requireTaken(context, order);
  const sameKey = await requireRoom(context, order);
  return sameKey === undefined
    ? openNew(context, order)
    : { deposit: await presentRepeat(context, sameKey), isRepeat: true };
}

/**
 * Requires that the configured provider takes the deposit's asset on its network.
 *
 * @throws Refusal `not_offered`
 */
function requireTaken(context: AppContext, { network, asset }: Order): void {
  const { name, assets } = chainOf(context);
  if (assets[network]?.includes(asset) !== true) {
    throw new Refusal("not_offered", { internal: `${name} takes no ${asset} on ${network}` });
  }
}

async function openNew(context: AppContext, order: Order): Promise<OpenedDeposit> {
  // This is checked before the provider reserves an address.
  await requireNoClosing(context.db.kysely, order.customer_id);
  const draft = await draftDeposit(context, order);
  const row = await inTransaction(context.db, (tx) => openDeposit(context, tx, draft));
  // A concurrent request on another server that uses another provider may have opened the deposit.
  return { deposit: await presentRepeat(context, row), isRepeat: row.id !== draft.id };
}

/** Opens a deposit like {@link createDepositOnce}, for callers that need only the deposit. */
export async function createDeposit(
  context: AppContext,
  input: CreateDepositInput,
): Promise<Deposit> {
  return (await createDepositOnce(context, input)).deposit;
}

/**
 * Returns a deposit as it was when it was created, regardless of what has happened since. If its
 * address is no longer watched, returns its current state instead.
 */
async function presentRepeat(context: AppContext, row: DepositRow): Promise<Deposit> {
  requireWatched(context, row);
  return isWatched(context, row)
    ? presentDeposit({ ...row, status: "pending" }, { payments: [], isWatched: true })
    : presentAsItStands(context, row);
}
