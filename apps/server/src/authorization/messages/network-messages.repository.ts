import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { NetworkOutcome } from "./payment-request.ts";

/** A named message as first received. */
export interface KnownMessage {
  readonly name: string;
  readonly fingerprint: Buffer;
  /** The final response; null while the payment is being decided. */
  readonly answer: NetworkOutcome | null;
}

export interface ClaimedMessage {
  readonly name: string;
  readonly fingerprint: Buffer;
  readonly receivedAt: Date;
}

/** A response in JSON form. JSON has no bigint. */
interface StoredAnswer {
  readonly movementId: string;
  readonly approved: boolean;
  readonly code: string;
  readonly amountMinor: string;
  readonly currency: CurrencyCode;
  readonly merchantAmount?: { readonly amountMinor: string; readonly currency: string };
}

/**
 * Records a message's name. Waits for any concurrent transaction that is recording the same name.
 *
 * @returns the message if it is already known, or undefined if it is new
 */
export async function claimMessage(
  tx: Tx,
  { name, fingerprint, receivedAt }: ClaimedMessage,
): Promise<KnownMessage | undefined> {
  const { rows: claimed } = await sql`
    insert into network_message (name, fingerprint, received_at)
    values (${name}, ${fingerprint}, ${receivedAt})
    on conflict do nothing returning name`.execute(tx);
  if (claimed.length > 0) {
    return undefined;
  }
  const { rows } = await sql<{ fingerprint: Buffer; answer: StoredAnswer | null }>`
    select fingerprint, answer from network_message where name = ${name}`.execute(tx);
  const [row] = rows;
  if (row === undefined) {
    throw new Error(`the network message ${name} does not exist`);
  }
  const { answer } = row;
  return {
    name,
    fingerprint: Buffer.from(row.fingerprint),
    answer: answer === null ? null : outcomeOf(answer),
  };
}

/**
 * Locks a payment's names until the transaction ends. This serializes the transactions that
 * determine the response to the network and what happens to the money.
 *
 * @returns the response stored under one of the names; undefined if there is none yet
 */
export async function lockAnswer(
  tx: Tx,
  names: readonly string[],
): Promise<NetworkOutcome | undefined> {
  const { rows } = await sql<{ answer: StoredAnswer | null }>`
    select answer from network_message where name = any(${[...names]}::text[])
    order by name for no key update`.execute(tx);
  const answer = rows.find((row) => row.answer !== null)?.answer ?? null;
  return answer === null ? undefined : outcomeOf(answer);
}

/** Stores a response under every name that has none. A stored response is never replaced. */
export async function keepAnswer(
  tx: Tx,
  names: readonly string[],
  { movementId, approved, code, amountMinor, currency, merchantAmount }: NetworkOutcome,
): Promise<void> {
  const answer: StoredAnswer = {
    movementId,
    approved,
    code,
    amountMinor: amountMinor.toString(),
    currency,
    ...(merchantAmount !== undefined && {
      merchantAmount: { ...merchantAmount, amountMinor: merchantAmount.amountMinor.toString() },
    }),
  };
  await sql`
    update network_message set answer = ${JSON.stringify(answer)}::text::jsonb
    where name = any(${[...names]}::text[]) and answer is null`.execute(tx);
}

function outcomeOf(answer: StoredAnswer): NetworkOutcome {
  const { merchantAmount, amountMinor, ...rest } = answer;
  return {
    ...rest,
    amountMinor: BigInt(amountMinor),
    ...(merchantAmount !== undefined && {
      merchantAmount: { ...merchantAmount, amountMinor: BigInt(merchantAmount.amountMinor) },
    }),
  };
}
