import { timingSafeEqual } from "node:crypto";
import type { AppContext } from "../../../platform/context.ts";
import type { WithdrawalRow } from "../withdrawals.tables.ts";
import { type PayoutDecision, selectUnsent } from "./instructions.repository.ts";

const MOST_COUNTED = 1_000;

/** What is paid. */
type Payout = Pick<WithdrawalRow, "id" | "asset" | "network" | "address" | "receive_minor">;

/** The columns of an instruction that say what was decided. */
interface StoredDecision {
  readonly network: string;
  readonly address: string;
  readonly amount_minor: bigint;
  readonly revision: number | null;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
  readonly approval: Buffer | null;
}

function textOf(payout: Payout, { revision, by, at }: PayoutDecision): string {
  const { id, asset, network, address, receive_minor: amountMinor } = payout;
  const what = [id, asset, network, address, amountMinor.toString()];
  return JSON.stringify(["payout approval 1", ...what, revision, by, at.getTime()]);
}

/**
 * Seals what was decided with a key that is not in the database. Belongs in the transaction of the
 * decision: from then on, nobody who can only write to the database can change the payout.
 */
export function sealApproval(
  { keys }: Pick<AppContext, "keys">,
  payout: Payout,
  decision: PayoutDecision,
): Buffer {
  return keys.hmac("payout-approval", textOf(payout, decision));
}

/** Counts the instructions that will not be sent because they are not what was approved. */
export async function countAltered({ db, keys }: Pick<AppContext, "db" | "keys">): Promise<number> {
  const unsent = await selectUnsent(db.kysely, MOST_COUNTED);
  return unsent.filter((row) => {
    const { quoted_network: network, quoted_address: address, asset, receive_minor } = row;
    const payout = { id: row.withdrawal_id, asset, network, address, receive_minor };
    return readDecision({ keys }, payout, row) === undefined;
  }).length;
}

/**
 * Returns the decision if the withdrawal and its instruction are exactly what was decided. Returns
 * undefined if either was changed, or nothing was sealed.
 */
export function readDecision(
  { keys }: Pick<AppContext, "keys">,
  payout: Payout,
  stored: StoredDecision,
): PayoutDecision | undefined {
  const { approval, revision, decided_by: by, decided_at: at } = stored;
  const isSame =
    stored.network === payout.network &&
    stored.address === payout.address &&
    stored.amount_minor === payout.receive_minor;
  if (!isSame || approval === null || revision === null || by === null || at === null) {
    return undefined;
  }
  const decision = { revision, by, at };
  // The root key may have been replaced since the decision.
  const right = keys.hmacOfEach("payout-approval", textOf(payout, decision));
  return right.some((one) => one.length === approval.length && timingSafeEqual(one, approval))
    ? decision
    : undefined;
}
