import type { ActName } from "@tessera/contract/back-office/audit-titles";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { deleteFactorsOf } from "../second-factor/index.ts";
import { type Administrator, beginAsAdministrator } from "./administrator.ts";
import { endOperatorAccess } from "./end-operator-access.ts";
import { notifyOfChange } from "./notify-of-change.ts";
import {
  isActiveAdministrator,
  isSameStanding,
  needsTwo,
  type OperatorChange,
  standingAfter,
  statusOf,
} from "./operator-standing.policy.ts";
import {
  eraseSignIn,
  type OperatorRow,
  selectActiveAdministrators,
  selectOperator,
  updateOperator,
} from "./operators.repository.ts";
import { publishOperators } from "./publish-operators.ts";
import { withdrawOpenProposals } from "./withdraw-open-proposals.ts";

/** A change to one operator. */
export interface ChangeCommand {
  /** Undefined if the requested id is not a UUID. */
  readonly id: string | undefined;
  readonly change: OperatorChange;
  /** The revision that the caller read. If undefined, the current revision is assumed. */
  readonly revision: number | undefined;
  readonly reason: string;
  readonly by: Administrator;
  /** The administrator who proposed the change, if a second administrator approved it. */
  readonly proposedBy?: string;
}

const ACTS = {
  role: "operator.role",
  suspend: "operator.suspend",
  resume: "operator.resume",
  remove: "operator.remove",
} as const satisfies Readonly<Record<OperatorChange["kind"], ActName>>;

/**
 * Changes an operator's access. Unless the change restores access, ends all of the operator's
 * sessions and event streams before returning. A retry returns the original result.
 *
 * @throws Refusal `not_found`, `forbidden`, `operator_changed`, `operator_removed`,
 * `operator_is_self`, `last_administrator`, `second_administrator_needed`
 */
export async function changeOperator(
  context: AppContext,
  command: ChangeCommand,
): Promise<OperatorRow> {
  const { operator, committed } = await inTransaction(context.db, async (tx) => {
    await beginAsAdministrator(tx, command.by);
    return changeWithin(context, tx, command);
  });
  await committed();
  return operator;
}

interface Changed {
  readonly operator: OperatorRow;
  /** A function to call after the commit. */
  readonly committed: () => Promise<void>;
}

/** Makes the change inside a transaction that holds the operator lock. */
export async function changeWithin(
  context: AppContext,
  tx: Tx,
  command: ChangeCommand,
): Promise<Changed> {
  const { change, by, proposedBy } = command;
  const before = await requireOperator(tx, command.id);
  const now = context.clock.now();
  const after = standingAfter(before, change, now);
  if (isRepeat(before, command)) {
    return { operator: before, committed: async () => undefined };
  }
  requireRevision(before, command);
  if (isSameStanding(before, after)) {
    return { operator: before, committed: async () => undefined };
  }
  await requireAllowed(tx, before, command, now);
  const changedBy = proposedBy === undefined ? by.actor : `${proposedBy}, ${by.actor}`;
  const update = {
    ...after,
    revision: before.revision + 1,
    changed_by: changedBy,
    changed_at: now,
  };
  await updateOperator(tx, before.id, update);
  const ended =
    change.kind === "resume" ? undefined : await endOperatorAccess(context, tx, before.id);
  if (change.kind === "remove") {
    await deleteFactorsOf(tx, before.id);
    await eraseSignIn(tx, before.id);
    await context.directory.release(tx, before.id, ["email"]);
  }
  await withdrawOpenProposals(context, tx, { before, after, by });
  await record(context, tx, { ...before, ...update }, { before, command });
  await notifyOfChange(context, tx, before, { change, by });
  const operator = (await selectOperator(tx, before.id)) ?? before;
  return {
    operator,
    committed: async () => {
      await ended?.();
      await publishOperators(context);
    },
  };
}

/**
 * Checks that a change is currently possible, without making it.
 *
 * @throws Refusal for the same reasons as {@link changeOperator}
 */
export async function requireChangeable(
  tx: Tx,
  command: ChangeCommand,
  now: Date,
): Promise<OperatorRow> {
  const before = await requireOperator(tx, command.id);
  requireRevision(before, command);
  if (isSameStanding(before, standingAfter(before, command.change, now))) {
    throw changedSince(before);
  }
  await requireAllowed(tx, before, command, now);
  return before;
}

async function requireOperator(tx: Tx, id: string | undefined): Promise<OperatorRow> {
  const found = id === undefined ? undefined : await selectOperator(tx, id);
  if (found === undefined) {
    throw new Refusal("not_found");
  }
  return found;
}

function isInForce(before: OperatorRow, { revision }: ChangeCommand): boolean {
  return revision === undefined || revision === before.revision;
}

/** Returns whether the call is a retry, which gets the original result. */
function isRepeat(before: OperatorRow, { revision, change, by }: ChangeCommand): boolean {
  return (
    revision === before.revision - 1 &&
    before.changed_by === by.actor &&
    (before.removed_at !== null) === (change.kind === "remove") &&
    isSameStanding(before, standingAfter(before, change, before.created_at))
  );
}

function changedSince({ changed_by: by, changed_at: at }: OperatorRow): Refusal {
  return new Refusal("operator_changed", by === null || at === null ? {} : { changed: { by, at } });
}

function requireRevision(before: OperatorRow, command: ChangeCommand): void {
  if (!isInForce(before, command)) {
    throw changedSince(before);
  }
  if (before.removed_at !== null) {
    throw new Refusal("operator_removed");
  }
}

/**
 * Checks that nobody changes their own access, that an active administrator remains, and that any
 * change to an administrator was decided by two people.
 */
async function requireAllowed(
  tx: Tx,
  before: OperatorRow,
  { change, by, proposedBy }: ChangeCommand,
  now: Date,
): Promise<void> {
  // The administrator whom a proposal is about may approve it.
  if (before.id === by.userId && proposedBy === undefined) {
    throw new Refusal("operator_is_self");
  }
  const after = standingAfter(before, change, now);
  if (isActiveAdministrator(before) && !isActiveAdministrator(after)) {
    const others = await selectActiveAdministrators(tx, before.id);
    if (others.every(({ homeCell }) => homeCell !== null)) {
      throw new Refusal("last_administrator");
    }
  }
  const isByTwo = proposedBy !== undefined || by.userId === null;
  if (needsTwo(before, after) && !isByTwo) {
    throw new Refusal("second_administrator_needed");
  }
}

async function record(
  { ledger }: AppContext,
  tx: Tx,
  after: OperatorRow,
  { before, command }: { readonly before: OperatorRow; readonly command: ChangeCommand },
): Promise<void> {
  const { change, by, reason, proposedBy } = command;
  const told = (row: OperatorRow) =>
    change.kind === "role" ? { givenRole: row.role } : { status: statusOf(row) };
  await ledger.appendAudit({ kysely: tx }, [
    {
      action: ACTS[change.kind],
      actor: by.actor,
      customerId: null,
      object: before.id,
      outcome: "ok",
      requestId: by.requestId,
      data: {
        ...by.data,
        username: before.username,
        reason,
        before: told(before),
        after: told(after),
        ...(proposedBy !== undefined && { proposedBy }),
      },
    },
  ]);
}
