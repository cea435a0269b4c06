import { databaseErrorKind } from "@tessera/database";
import type { OperatorFacts, VouchedOperator } from "../../../platform/cells/vouch.ts";
import { type AppContext, inTransaction } from "../../../platform/context.ts";
import type { OperatorsOfCells, Session } from "../../../platform/http/authentication.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { loseAccess } from "../withdraw-open-proposals.ts";
import {
  type CopiedOperator,
  findCopy,
  selectFacts,
  writeCopy,
} from "./copied-operators.repository.ts";

/** Whom the audit log names for what follows from a change in another cell. */
export const BY_CELLS = { userId: null, actor: "system", requestId: null, data: {} } as const;

function isCurrent(copy: CopiedOperator, facts: OperatorFacts): boolean {
  return (
    copy.removed_at === null &&
    copy.suspended_at === null &&
    copy.role === facts.role &&
    copy.revision === facts.revision &&
    copy.username === facts.username &&
    copy.email === facts.email &&
    copy.locale === facts.locale
  );
}

/** Writes the copy of an operator, and closes what the operator may no longer do here. */
async function copyOperator(context: AppContext, facts: OperatorFacts): Promise<void> {
  const { id, role } = facts;
  await inTransaction(context.db, async (tx) => {
    const before = await findCopy(tx, id);
    if (!(await writeCopy(tx, facts, context.clock.now()))) {
      // The operator's access has changed since the request was checked, or it never was theirs.
      throw new Refusal("unauthenticated", { internal: "the operator cannot be copied" });
    }
    if (before !== undefined && before.removed_at === null && before.role !== role) {
      await loseAccess(context, tx, { ...facts, role }, BY_CELLS);
    }
  });
}

async function ensureCopy(context: AppContext, facts: OperatorFacts): Promise<void> {
  const copy = await findCopy(context.db.kysely, facts.id);
  if (copy !== undefined && isCurrent(copy, facts)) {
    return;
  }
  try {
    await copyOperator(context, facts);
  } catch (error) {
    if (databaseErrorKind(error) !== "unique_violation") {
      throw error;
    }
    // The copy of a former operator still has the address, or another request has just written it.
    await copyOperator(context, { ...facts, email: `${facts.id}@elsewhere.invalid` });
  }
}

/** Creates what lets operators act in other cells than their own. */
export function createOperatorsOfCells(context: AppContext): OperatorsOfCells {
  return {
    async factsOf({ userId }: Session) {
      const facts = await selectFacts(context.db.kysely, userId);
      if (facts === undefined) {
        throw new Refusal("unauthenticated", { internal: "no operator of this cell" });
      }
      return { ...facts, homeCell: context.config.cell };
    },
    async admit(operator: VouchedOperator) {
      await ensureCopy(context, operator);
      const { id, username, role, sessionId } = operator;
      return {
        ...{ sessionId, userId: id, customerId: id, username, role },
        lacksSecondFactor: false,
      };
    },
  };
}
