import type { AuditEntry, Movement } from "@tessera/ledger";
import { providers } from "../../adapters/providers/registry.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import { bookConversion, paidEffects } from "../asset-books/index.ts";
import { insertInstruction, settleInstruction } from "./send/instructions.repository.ts";
import { sealApproval } from "./send/payout-approval.ts";
import { paidOut, returnMovement, stepMovement } from "./withdrawal-movements.ts";
import {
  isEnd,
  isReturned,
  nextState,
  type WithdrawalEvent,
  type WithdrawalState,
} from "./withdrawal-states.policy.ts";
import { insertStep, updateWithdrawal } from "./withdrawals.repository.ts";
import type { WithdrawalRow } from "./withdrawals.tables.ts";

/**
 * Thrown if the ledger refuses a capture, a release, or a step that moves no money. Such a refusal
 * is a bug.
 */
class WithdrawalRefusedError extends Error {
  constructor(withdrawalId: string, kind: string, reason: string) {
    super(`the ledger refused a ${kind} of withdrawal ${withdrawalId}: ${reason}`);
    this.name = "WithdrawalRefusedError";
  }
}

/** The actor who advances the withdrawal, for the audit log. */
export interface Mover {
  readonly actor: string;
  readonly requestId: string | null;
}

interface Move {
  readonly event: WithdrawalEvent;
  readonly by: Mover;
  readonly transactionHash?: string | null;
}

function auditOf(row: WithdrawalRow, state: WithdrawalState, { event, by }: Move): AuditEntry[] {
  if (!isEnd(state)) {
    return [];
  }
  return [
    {
      action: event === "cancelled" ? "withdrawal.cancel" : "withdrawal.ended",
      actor: by.actor,
      customerId: row.customer_id,
      object: wireId("wdr", row.id),
      outcome: "ok",
      requestId: by.requestId,
      data: { before: { state: row.state }, after: { state } },
    },
  ];
}

async function post(context: AppContext, tx: Tx, row: WithdrawalRow, movements: Movement[]) {
  const results = await context.ledger.post(tx, movements);
  for (const [index, movement] of movements.entries()) {
    const result = results[index];
    if (result === undefined || result.outcome === "refused") {
      throw new WithdrawalRefusedError(row.id, movement.kind, result?.reason ?? "no answer");
    }
  }
}

/** Posts the step that pays a withdrawal out, with the movement of its asset. */
async function postPayout(
  context: AppContext,
  tx: Tx,
  row: WithdrawalRow,
  { step, feesIn }: { readonly step: Movement; readonly feesIn: "asset" | "coin" },
): Promise<void> {
  const { asset, network, currency } = row;
  const { soldMinor, sentMinor } = paidOut(row, feesIn);
  const refused = await bookConversion(context, tx, step, {
    ...{ kind: "payout", asset, network, currency },
    ...{ effects: paidEffects(sentMinor), boughtMinor: -soldMinor },
  });
  if (refused !== undefined) {
    throw new WithdrawalRefusedError(row.id, step.kind, refused);
  }
}

/**
 * Advances a withdrawal by one step, with all of its effects: the money, the rows that customers
 * see, and the instruction to the payout provider. The withdrawal must be locked.
 *
 * @returns the withdrawal in its new state, or undefined, with nothing changed, if the event causes
 * no transition from its current state
 */
export async function moveWithdrawal(
  context: AppContext,
  tx: Tx,
  row: WithdrawalRow,
  move: Move,
): Promise<WithdrawalRow | undefined> {
  const state = nextState(row.state, move.event);
  if (state === undefined) {
    return undefined;
  }
  const at = context.clock.now();
  const transactionHash = move.transactionHash ?? row.transaction_hash;
  const audit = auditOf(row, state, move);
  const { feesIn = "asset" } = context.use(providers).payouts ?? {};
  const step = stepMovement(row, { state, at, transactionHash, audit, feesIn });
  const back = isReturned(state) ? returnMovement(row, at) : undefined;
  if (state === "completed") {
    await postPayout(context, tx, row, { step, feesIn });
  } else {
    await post(context, tx, row, back === undefined ? [step] : [step, back]);
  }
  const change = {
    state,
    state_at: at,
    transaction_hash: transactionHash,
    return_movement_id: back?.id ?? null,
    payout_movement_id: state === "completed" ? step.id : null,
    ended_at: isEnd(state) ? at : null,
  };
  await updateWithdrawal(tx, row.id, change);
  const revision = await insertStep(tx, { withdrawalId: row.id, state, at });
  if (state === "queued") {
    const decision = { revision, by: move.by.actor, at };
    const approval = sealApproval(context, row, decision);
    await insertInstruction(tx, row, { ...decision, approval });
  } else if (isEnd(state)) {
    await settleInstruction(tx, row.id);
  }
  return { ...row, ...change };
}
