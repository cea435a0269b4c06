import { createLedger } from "@tessera/ledger";
import { auditedLedger } from "../../platform/audit/audited-ledger.ts";
import type { Clock } from "../../platform/clock.ts";
import type { AppContext } from "../../platform/context.ts";

/** Returns the context with another clock, from which the ledger also takes the time for ids. */
export function contextAt(context: AppContext, clock: Clock): AppContext {
  const { db, personKeys } = context;
  const ledger = auditedLedger(createLedger({ db, clock }), { clock, personKeys, db });
  return { ...context, clock, ledger };
}
