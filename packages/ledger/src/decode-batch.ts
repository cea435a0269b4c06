import { OUTCOME_CODES, reasonOf, STATUS_CODES, statusOfCode } from "./codes.ts";
import type { PreparedMovement } from "./prepare-movement.ts";
import type { AccountStatus, Balance, Movement, Result } from "./types.ts";

/** The response of the database function `ledger.submit`. */
export interface BatchAnswer {
  readonly created_at: Date;
  /** Null if every movement was posted. */
  readonly outcomes: string | null;
  readonly places: string | null;
  readonly used: string | null;
  readonly touched: string;
  readonly touched_from: string;
  readonly touched_to: string;
  readonly accounts: string;
  readonly statuses: string;
  readonly known: Readonly<Record<string, string>> | null;
}

/** Decodes the function's response into one result per movement, in order. */
export function decodeBatch(batch: readonly PreparedMovement[], answer: BatchAnswer): Result[] {
  const outcomes = answer.outcomes?.split(",");
  const touched = answer.touched.split(",");
  const from = answer.touched_from.split(",");
  const to = answer.touched_to.split(",");
  const statuses = statusByAccount(answer);
  return batch.map(({ movement }, index) => {
    const outcome = Number(outcomes?.[index] ?? OUTCOME_CODES.posted);
    if (outcome > OUTCOME_CODES.already_posted) {
      return refusal(movement, index, outcome, answer);
    }
    const known =
      outcome === OUTCOME_CODES.already_posted ? answer.known?.[String(index + 1)] : undefined;
    return {
      outcome: outcome === OUTCOME_CODES.posted ? "posted" : "already_posted",
      movementId: movement.id,
      balances: balancesOf(
        movement,
        touched.slice(Number(from[index]) - 1, Number(to[index])),
        statuses,
      ),
      createdAt: known === undefined ? answer.created_at : new Date(known),
    };
  });
}

function statusByAccount({ accounts, statuses }: BatchAnswer): ReadonlyMap<string, AccountStatus> {
  const codes = statuses.split(",");
  return new Map(
    accounts
      .split(",")
      .map((account, index) => [account, statusOfCode(Number(codes[index] || STATUS_CODES.open))]),
  );
}

/** Decodes (account, posted, held) triples. */
export function balancesOf(
  { currency }: Pick<Movement, "currency">,
  flat: readonly (string | bigint)[],
  statuses: ReadonlyMap<string, AccountStatus>,
): Balance[] {
  const balances: Balance[] = [];
  for (let index = 0; index + 2 < flat.length; index += 3) {
    const [account, posted, held] = [flat[index], flat[index + 1], flat[index + 2]];
    if (account === undefined || posted === undefined || held === undefined) {
      break;
    }
    const postedMinor = BigInt(posted);
    const heldMinor = BigInt(held);
    balances.push({
      account: BigInt(account),
      currency,
      status: statuses.get(String(account)) ?? "open",
      postedMinor,
      heldMinor,
      availableMinor: postedMinor - heldMinor,
    });
  }
  return balances;
}

function refusal(movement: Movement, index: number, code: number, answer: BatchAnswer): Result {
  const place = Number(answer.places?.split(",")[index] ?? -1);
  const refused = {
    outcome: "refused",
    movementId: movement.id,
    reason: reasonOf(code),
  } as const;
  if (code === OUTCOME_CODES.guard_exceeded) {
    const [amounts, counts] = (answer.used ?? ";").split(";");
    return {
      ...refused,
      guard: {
        index: place,
        usedMinor: BigInt(amounts?.split(",")[index] ?? 0),
        usedCount: Number(counts?.split(",")[index] ?? 0),
      },
    };
  }
  return place >= 0 ? { ...refused, leg: place } : refused;
}
