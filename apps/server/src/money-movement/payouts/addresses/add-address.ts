import type {
  AddAddressBody,
  PayoutAddress,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import { requireNoSecurityHold } from "../../../identity/security-hold/index.ts";
import { spendProof } from "../../../identity/sessions/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import type { Session } from "../../../platform/http/authentication.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { newId, wireId } from "../../../platform/ids.ts";
import { payoutsOf } from "../send/payouts.ts";
import { enqueueAddressMail } from "../withdrawal-mails.ts";
import { ADDRESS_COOLING_MS, MAX_ADDRESSES } from "../withdrawal-terms.policy.ts";
import { presentAddress } from "../withdrawals.presenter.ts";
import type { AddressRow } from "../withdrawals.tables.ts";
import { insertAddress, selectAddressByKey, selectAddresses } from "./addresses.repository.ts";
import { checkAddressIn } from "./check-address.ts";

export interface AddAddressInput extends AddAddressBody {
  readonly session: Session;
  /** The header `X-Proof` as received. */
  readonly proof: string | readonly string[] | undefined;
  readonly idempotencyKey: string;
  readonly requestId: string;
}

async function findFormer(tx: Tx, input: AddAddressInput): Promise<AddressRow | undefined> {
  const { customerId } = input.session;
  const former = await selectAddressByKey(tx, { customerId, clientKey: input.idempotencyKey });
  const isSame = former?.network === input.network && former.address === input.address.trim();
  if (former !== undefined && !isSame) {
    throw new Refusal("idempotency_mismatch");
  }
  return former;
}

async function requireRoom(tx: Tx, row: AddressRow): Promise<void> {
  const book = await selectAddresses(tx, row.customer_id);
  if (book.some((one) => one.network === row.network && one.address === row.address)) {
    throw new Refusal("address_known");
  }
  if (book.length >= MAX_ADDRESSES) {
    throw new Refusal("too_many_addresses");
  }
}

async function add(context: AppContext, tx: Tx, input: AddAddressInput): Promise<AddressRow> {
  const { session, network } = input;
  const { customerId } = session;
  await requireNoSecurityHold(tx, customerId);
  // A concurrent request with the same key may have committed by now.
  const former = await findFormer(tx, input);
  if (former !== undefined) {
    return former;
  }
  const { address, lookalikes } = await checkAddressIn(tx, { ...input, customerId });
  const now = context.clock.now();
  const row: AddressRow = {
    id: newId(now),
    customer_id: customerId,
    client_key: input.idempotencyKey,
    label: input.label,
    network,
    address,
    created_at: now,
    usable_at: new Date(now.getTime() + ADDRESS_COOLING_MS),
    removed_at: null,
  };
  await requireRoom(tx, row);
  if (lookalikes.length > 0 && input.confirmLookalike !== true) {
    throw new Refusal("address_lookalike");
  }
  const subject = { operation: "payout_address", address, network } as const;
  const { factor } = await spendProof(context, tx, { session, proof: input.proof, subject });
  if (!(await insertAddress(tx, row))) {
    throw new Refusal("address_known");
  }
  await context.ledger.appendAudit(tx, [
    {
      action: "payout_address.add",
      actor: session.username,
      customerId,
      object: wireId("pad", row.id),
      outcome: "ok",
      requestId: input.requestId,
      data: { factor, after: { network, address, label: row.label } },
    },
  ]);
  await enqueueAddressMail(context, tx, row);
  return row;
}

/**
 * Adds an address to the customer's address book exactly as its owner saw and confirmed it. Money
 * can be sent to it one day later, and the owner is emailed immediately. A retry with the same key
 * gets the first response again.
 *
 * @throws Refusal those from `checkAddress`; `address_known`, `address_lookalike`,
 * `too_many_addresses`, `withdrawals_on_hold`, `not_offered`, and those from `spendProof`
 */
export async function addAddress(
  context: AppContext,
  input: AddAddressInput,
): Promise<PayoutAddress> {
  const row = await inTransaction(context.db, async (tx) => {
    const former = await findFormer(tx, input);
    if (former !== undefined) {
      return former;
    }
    payoutsOf(context);
    return add(context, tx, input);
  });
  return presentAddress(row, context.clock.now());
}
