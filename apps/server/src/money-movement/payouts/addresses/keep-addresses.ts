import type { PayoutAddress } from "@tessera/contract/money-movement/withdrawals.schemas";
import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { wireId } from "../../../platform/ids.ts";
import { type Page, type PageQuery, readPage } from "../../../platform/paging/pages.ts";
import { presentAddress } from "../withdrawals.presenter.ts";
import {
  removeAddressRow,
  renameAddressRow,
  selectAddress,
  selectAddresses,
} from "./addresses.repository.ts";

/** An address in a customer's book, and who made the request. */
export interface AddressCommand {
  readonly customerId: string;
  readonly addressId: string | undefined;
  readonly actor: string;
  readonly requestId: string;
}

/**
 * Lists a customer's address book, newest first.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listAddresses(
  context: AppContext,
  customerId: string,
  query: PageQuery,
): Promise<Page<PayoutAddress>> {
  const { rows, nextCursor } = await readPage(context, {
    scope: `addresses:${customerId}`,
    query,
    read: (seek) => selectAddresses(context.db.kysely, customerId, seek),
    placeOf: ({ created_at, id }) => [created_at.toISOString(), id],
  });
  return { data: rows.map((row) => presentAddress(row, context.clock.now())), nextCursor };
}

function keyOf({ addressId: id, customerId }: AddressCommand) {
  if (id === undefined) {
    throw new Refusal("not_found");
  }
  return { id, customerId };
}

/** Renames an address. Its waiting period does not change. */
export async function renameAddress(
  context: AppContext,
  command: AddressCommand & { readonly label: string },
): Promise<PayoutAddress> {
  const key = keyOf(command);
  const row = await inTransaction(context.db, async (tx) => {
    const before = await selectAddress(tx, key);
    const after = await renameAddressRow(tx, key, command.label);
    if (before === undefined || after === undefined) {
      throw new Refusal("not_found");
    }
    await context.ledger.appendAudit(tx, [
      {
        action: "payout_address.rename",
        actor: command.actor,
        customerId: command.customerId,
        object: wireId("pad", after.id),
        outcome: "ok",
        requestId: command.requestId,
        data: { before: { label: before.label }, after: { label: after.label } },
      },
    ]);
    return after;
  });
  return presentAddress(row, context.clock.now());
}

/**
 * Removes an address from the book. Withdrawals in progress continue. If the address is added
 * again, its waiting period starts over.
 *
 * @throws Refusal `not_found`
 */
export async function removeAddress(context: AppContext, command: AddressCommand): Promise<void> {
  const key = keyOf(command);
  await inTransaction(context.db, async (tx) => {
    const row = await removeAddressRow(tx, key, context.clock.now());
    if (row === undefined) {
      throw new Refusal("not_found");
    }
    await context.ledger.appendAudit(tx, [
      {
        action: "payout_address.remove",
        actor: command.actor,
        customerId: command.customerId,
        object: wireId("pad", row.id),
        outcome: "ok",
        requestId: command.requestId,
        data: { before: { network: row.network, address: row.address, label: row.label } },
      },
    ]);
  });
}
