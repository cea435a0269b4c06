import { createLedger } from "@tessera/ledger";
import { auditedLedger } from "../../platform/audit/audited-ledger.ts";
import type { Clock } from "../../platform/clock.ts";
import type { AppContext } from "../../platform/context.ts";

/** Returns the context with a different clock, which the ledger also uses for the times in ids. */
export function contextAt(context: AppContext, clock: Clock): AppContext {
  const { db, personKeys } = context;
  const ledger = auditedLedger(createLedger({ db, clock }), { clock, personKeys, db });
  return { ...context, clock, ledger };
}
