import { databaseErrorKind } from "@tessera/database";
import type { OperatorFacts, VouchedOperator } from "../../../platform/cells/vouch.ts";
import { type AppContext, inTransaction } from "../../../platform/context.ts";
import type { OperatorsOfCells, Session } from "../../../platform/http/authentication.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { moveNamesAside, placeholdersOf } from "../../people/index.ts";
import { lockOperators } from "../operators.repository.ts";
import {
  type CopiedOperator,
  findCopy,
  selectFacts,
  writeCopy,
} from "./copied-operators.repository.ts";
import { withdrawElsewhere } from "./withdraw-elsewhere.ts";

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
    // Otherwise, a proposal of the operator could be made or approved at the same time.
    await lockOperators(tx);
    const before = await findCopy(tx, id);
    await moveNamesAside(tx, facts, id);
    if (!(await writeCopy(tx, facts, context.clock.now()))) {
      // The operator's access has changed since the request was checked, or it never was theirs.
      const known = before === undefined ? "is not known" : `is known up to ${before.revision}`;
      throw new Refusal("unauthenticated", {
        internal:
          `operator ${id} of cell ${facts.homeCell} has revision ${facts.revision} there and ` +
          `${known} here. If that cell was recovered: cells restore-operators`,
      });
    }
    if (before !== undefined) {
      const after = { role, suspended_at: null, removed_at: null, revision: facts.revision };
      await withdrawElsewhere(context, tx, before, after);
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
    // Somebody of this cell has not given up the name yet.
    await copyOperator(context, { ...facts, ...placeholdersOf(facts.id) });
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
