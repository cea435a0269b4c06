import type { AskClosingBody } from "@tessera/contract/identity/account-closing.schemas";
import { type CurrencyCode, parseAmount } from "@tessera/money";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { requireNoOwnedCompany } from "../companies/index.ts";
import { requireNoSecurityHold } from "../security-hold/index.ts";
import { spendProof } from "../sessions/index.ts";
import { presentAmounts } from "./account-closing.presenter.ts";
import type { ClosingRow } from "./account-closing.tables.ts";
import {
  findClosingByKey,
  findClosingOf,
  insertClosing,
  replaceAmounts,
  selectAmounts,
} from "./account-closings.repository.ts";
import { type Amounts, coolingEnd, sameAmounts } from "./closing.policy.ts";
import { tellOfRequest } from "./closing-mails.ts";
import { namedOf, readBlocking } from "./read-closing.ts";
import { readRemaining } from "./read-things.ts";

export interface ClosingCommand extends AskClosingBody {
  readonly session: Session;
  /** The `X-Proof` header as received. */
  readonly proof: string | readonly string[] | undefined;
  readonly idempotencyKey: string;
  readonly requestId: string;
}

/** Parses the amounts of a request into minor units. */
export function amountsOf({ remaining }: AskClosingBody): Amounts {
  const amounts = new Map<CurrencyCode, bigint>();
  for (const { currency, amount } of remaining) {
    const minor = parseAmount(amount, currency);
    if (minor === undefined || amounts.has(currency)) {
      throw new Refusal("account_closing_changed", {
        internal: `no amount, or two of ${currency}`,
      });
    }
    amounts.set(currency, minor);
  }
  return amounts;
}

/**
 * Checks that the amounts in a request match the remaining amounts, and that nothing blocks the
 * closure.
 *
 * @throws Refusal `account_closing_blocked`, `account_closing_changed`
 */
export async function requireNameable(
  context: AppContext,
  tx: Tx,
  { customerId, named }: { readonly customerId: string; readonly named: Amounts },
): Promise<void> {
  const remaining = await readRemaining(tx, customerId);
  const blocking = await readBlocking(context, tx, { customerId, remaining });
  if (blocking.length > 0) {
    const internal = blocking.map(({ kind }) => kind).join(", ");
    throw new Refusal("account_closing_blocked", { internal });
  }
  if (!sameAmounts(remaining, named)) {
    throw new Refusal("account_closing_changed");
  }
}

/**
 * Requests that a customer's account be closed after the cooling-off period. Confirms the remaining
 * amounts, and emails the customer a link that cancels the closure. A retry with the same key
 * changes nothing.
 *
 * @throws Refusal `account_closing_asked`, `account_closed`, `account_closing_blocked`,
 * `account_closing_changed`, `company_owned`, `withdrawals_on_hold`, `idempotency_mismatch`, and
 * any that `spendProof` throws
 */
export async function askClosing(context: AppContext, command: ClosingCommand): Promise<void> {
  await inTransaction(context.db, (tx) => askWithin(context, tx, command));
}

async function askWithin(context: AppContext, tx: Tx, command: ClosingCommand): Promise<void> {
  const { session, idempotencyKey: clientKey } = command;
  const { customerId } = session;
  const named = amountsOf(command);
  // This locks the customer, so closure requests are serialized.
  await requireNoSecurityHold(tx, customerId);
  const former = await findClosingByKey(tx, { customerId, clientKey });
  if (former !== undefined) {
    if (!sameAmounts(namedOf(await selectAmounts(tx, former.id)), named)) {
      throw new Refusal("idempotency_mismatch");
    }
    return;
  }
  const open = await findClosingOf(tx, customerId);
  if (open !== undefined) {
    throw new Refusal(open.closed_at === null ? "account_closing_asked" : "account_closed");
  }
  if (session.member === undefined) {
    await requireNoOwnedCompany(tx, session.userId);
  }
  await requireNameable(context, tx, { customerId, named });
  const row = await begin(context, tx, command);
  await replaceAmounts(tx, row.id, named);
  await context.ledger.appendAudit(tx, [
    {
      action: "account_closing.ask",
      actor: session.username,
      customerId,
      object: row.id,
      outcome: "ok",
      requestId: command.requestId,
      data: {
        factor: row.factor,
        endsAt: row.ends_at.toISOString(),
        named: presentAmounts(named),
      },
    },
  ]);
  await tellOfRequest(context, tx, { row, amounts: named });
}

async function begin(
  context: AppContext,
  tx: Tx,
  { session, proof, remaining, idempotencyKey }: ClosingCommand,
): Promise<ClosingRow> {
  const subject = { operation: "account_closing" as const, remaining: [...remaining] };
  const { factor } = await spendProof(context, tx, { session, proof, subject });
  const now = context.clock.now();
  const row: ClosingRow = {
    id: newId(now),
    customer_id: session.customerId,
    person_id: session.userId,
    client_key: idempotencyKey,
    factor,
    asked_at: now,
    ends_at: coolingEnd(now),
    cancelled_at: null,
    cancelled_by: null,
    reminded_at: null,
    settling_at: null,
    waiting_mailed_at: null,
    closed_at: null,
  };
  await insertClosing(tx, row);
  return row;
}
