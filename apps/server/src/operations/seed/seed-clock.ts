import { createLedger } from "@tessera/ledger";
import { auditedLedger } from "../../platform/audit/audited-ledger.ts";
import type { Clock } from "../../platform/clock.ts";
import type { AppContext } from "../../platform/context.ts";

/** Returns the context with another clock, which the ledger also uses to date ids. */
export function contextAt(context: AppContext, clock: Clock): AppContext {
  const { db, personKeys } = context;
  const ledger = auditedLedger(createLedger({ db, clock }), { clock, personKeys, db });
  return { ...context, clock, ledger };
}
