import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { NetworkOutcome } from "./payment-request.ts";

/** A named message as it was first seen. */
export interface KnownMessage {
  readonly name: string;
  readonly fingerprint: Buffer;
  /** What was said at last; null while that is still being found out. */
  readonly answer: NetworkOutcome | null;
}

export interface ClaimedMessage {
  readonly name: string;
  readonly fingerprint: Buffer;
  readonly receivedAt: Date;
}

/** An answer as JSON, which knows no bigint. */
interface StoredAnswer {
  readonly movementId: string;
  readonly approved: boolean;
  readonly code: string;
  readonly amountMinor: string;
  readonly currency: CurrencyCode;
}

/**
 * Writes a message's name down, or waits for whoever is just doing so.
 *
 * @returns the message as it was known before; undefined where it is new
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
    throw new Error(`the network message ${name} is gone`);
  }
  const { answer } = row;
  return {
    name,
    fingerprint: Buffer.from(row.fingerprint),
    answer: answer === null ? null : { ...answer, amountMinor: BigInt(answer.amountMinor) },
  };
}

/** Keeps what a message was answered with; the first answer stays for ever. */
export async function keepAnswer(tx: Tx, name: string, outcome: NetworkOutcome): Promise<void> {
  const { movementId, approved, code, amountMinor, currency } = outcome;
  const answer: StoredAnswer = {
    movementId,
    approved,
    code,
    amountMinor: amountMinor.toString(),
    currency,
  };
  await sql`
    update network_message set answer = ${JSON.stringify(answer)}::text::jsonb
    where name = ${name} and answer is null`.execute(tx);
}
