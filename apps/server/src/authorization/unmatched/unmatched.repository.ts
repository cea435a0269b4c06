import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { type MerchantAmount, readMerchantAmount } from "../decision/index.ts";
import { referenceKeyOf } from "../messages/index.ts";

/**
 * A message about an authorization that has not arrived. Amounts are in minor units of `currency`.
 */
export interface UnmatchedMessage {
  readonly id: string;
  readonly networkReference: string;
  readonly kind: "clearing" | "reversal" | "advice";
  readonly customerId: string;
  readonly cardId: string;
  readonly currency: CurrencyCode;
  readonly merchant: Merchant;
  /** Null for a reversal of the full amount. */
  readonly amountMinor: bigint | null;
  /**
   * The merchant's amount in another currency; `amountMinor` is then its worth when the message
   * arrived. Null if the message states the card's currency.
   */
  readonly merchantAmount: MerchantAmount | null;
  readonly final: boolean;
  readonly receivedAt: Date;
}

/** A message as it is stored, with its JSON unread. */
export type Stored<Message extends UnmatchedMessage> = Omit<Message, "merchantAmount"> & {
  readonly merchantAmount: unknown;
};

/** Reads the JSON of a stored message. */
export function readStored<Message extends UnmatchedMessage>(stored: Stored<Message>) {
  return { ...stored, merchantAmount: readMerchantAmount(stored.merchantAmount) ?? null };
}

const COLUMNS = sql`id, network_reference as "networkReference", kind, customer_id as "customerId",
  card_id as "cardId", currency, merchant, amount_minor as "amountMinor",
  merchant_amount as "merchantAmount", final, received_at as "receivedAt"`;

export async function insertUnmatched(tx: Tx, one: UnmatchedMessage): Promise<void> {
  await sql`
    insert into network_unmatched (id, network_reference, kind, customer_id, card_id, currency,
      merchant, amount_minor, merchant_amount, final, received_at)
    values (${one.id}, ${one.networkReference}, ${one.kind}, ${one.customerId}, ${one.cardId},
      ${one.currency}, ${JSON.stringify(one.merchant)}::text::jsonb, ${one.amountMinor},
      ${storedAmount(one)}::text::jsonb, ${one.final}, ${one.receivedAt})`.execute(tx);
}

function storedAmount({ merchantAmount }: UnmatchedMessage): string | null {
  return merchantAmount === null
    ? null
    : JSON.stringify({ ...merchantAmount, amountMinor: merchantAmount.amountMinor.toString() });
}

/** Finds the messages that are waiting for an authorization, in order of arrival. */
export async function findWaitingFor(
  tx: Tx,
  networkReference: string,
): Promise<UnmatchedMessage[]> {
  const { rows } = await sql<Stored<UnmatchedMessage>>`
    select ${COLUMNS} from network_unmatched
    where network_reference = ${networkReference} and state = 'waiting'
    order by received_at, id`.execute(tx);
  return rows.map(readStored<UnmatchedMessage>);
}

/**
 * Finds messages that no longer need to wait: those whose authorization has arrived, and clearings
 * whose waiting period has ended. Ordered by id.
 */
export async function findRipe(
  tx: Tx,
  clearedBefore: Date,
  limit: number,
  after: Pick<UnmatchedMessage, "id"> | undefined,
): Promise<UnmatchedMessage[]> {
  const { rows } = await sql<Stored<UnmatchedMessage>>`
    select ${COLUMNS} from network_unmatched
    where state = 'waiting' and (${after?.id ?? null}::uuid is null or id > ${after?.id ?? null})
      and ((kind = 'clearing' and received_at <= ${clearedBefore}) or exists (
        select from ledger.movement where client_key = 'network:ref:' || network_reference
          and client_key like 'network:%'))
    order by id limit ${limit}`.execute(tx);
  return rows.map(readStored<UnmatchedMessage>);
}

/** Locks a message that is still waiting, or returns undefined if it was settled concurrently. */
export async function lockWaiting(tx: Tx, id: string): Promise<UnmatchedMessage | undefined> {
  const { rows } = await sql<Stored<UnmatchedMessage>>`
    select ${COLUMNS} from network_unmatched where id = ${id} and state = 'waiting'
    for no key update`.execute(tx);
  return rows.map(readStored<UnmatchedMessage>)[0];
}

export async function endWaiting(
  tx: Tx,
  id: string,
  state: "applied" | "posted" | "dropped",
  at: Date,
): Promise<void> {
  await sql`
    update network_unmatched set state = ${state}, settled_at = ${at}
    where id = ${id}`.execute(tx);
}

/** Counts the waiting messages by type. */
export async function countWaiting(tx: Tx): Promise<{ kind: string; count: number }[]> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from network_unmatched where state = 'waiting'
    group by kind`.execute(tx);
  return rows;
}

/** A payment in the ledger, found by the network's reference or message id. */
export interface NamedPayment {
  readonly id: string;
  readonly cardId: string;
  readonly currency: CurrencyCode;
  readonly status: string;
  /** The approved or requested amount, in minor units; zero or less. */
  readonly firstAmountMinor: bigint;
  readonly declineCode: string | null;
  /** How another currency was converted, as stored; null for a payment in the card's currency. */
  readonly exchange: unknown;
}

const NAMED = sql`movement.id, movement.card_id as "cardId", movement.currency,
  coalesce(state.status, movement.status) as status, movement.amount as "firstAmountMinor",
  movement.data ->> 'declineCode' as "declineCode", movement.data -> 'exchange' as exchange`;

function fromNamed(key: string) {
  return sql`from ledger.movement
    left join ledger.movement_state state on state.movement_id = movement.id
    where movement.client_key = ${key} and movement.client_key like 'network:%'
    order by movement.id limit 1`;
}

/** Finds the payment that has a key from `networkKeyOf`, regardless of its outcome. */
export async function findNamedPayment(tx: Tx, key: string): Promise<NamedPayment | undefined> {
  const { rows } = await sql<NamedPayment>`select ${NAMED} ${fromNamed(key)}`.execute(tx);
  return rows[0];
}

export interface PaymentToAnswer extends NamedPayment {
  /** Whether a reversal of the payment has been acknowledged but not yet applied. */
  readonly isReversalWaiting: boolean;
}

/** Finds a payment like {@link findNamedPayment}, with the data needed to respond to it. */
export async function findPaymentToAnswer(
  tx: Tx,
  key: string,
  networkReference: string | undefined,
): Promise<PaymentToAnswer | undefined> {
  const { rows } = await sql<PaymentToAnswer>`
    select ${NAMED}, exists (
      select from network_unmatched waiting
      where waiting.network_reference = ${networkReference ?? null}
        and waiting.card_id = movement.card_id and waiting.kind = 'reversal'
        and waiting.state = 'waiting') as "isReversalWaiting"
    ${fromNamed(key)}`.execute(tx);
  return rows[0];
}

/** Finds the payment with a given network reference. */
export function findReferencedPayment(
  tx: Tx,
  networkReference: string,
): Promise<NamedPayment | undefined> {
  return findNamedPayment(tx, referenceKeyOf(networkReference));
}
