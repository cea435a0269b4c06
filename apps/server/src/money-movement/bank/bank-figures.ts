import type { AppContext } from "../../platform/context.ts";
import type { Figure, FigureSource } from "../../platform/telemetry/figures.ts";
import { ownBankAccounts } from "./bank-accounts.ts";
import { selectFigures, selectImportTimes } from "./read-entries.repository.ts";

const UNMATCHED = "tessera_bank_unmatched";
const AGE = "tessera_bank_unmatched_age_seconds";
const OUTFLOWS = "tessera_bank_outflows";
const STATEMENT_AGE = "tessera_bank_statement_age_seconds";

/** Creates the figures of bank transfers: what waits for operators, and how old statements are. */
export function measureBank(context: AppContext): FigureSource {
  return {
    name: "bank",
    gauges: {
      [UNMATCHED]: { help: "Bank transfers that nobody could be credited with" },
      [AGE]: { help: "How long the oldest of them has waited for an operator" },
      [OUTFLOWS]: { help: "Debits of the program's bank accounts that nothing explains" },
      [STATEMENT_AGE]: {
        help: "How long ago a statement was imported last, for the account that waited longest",
        labelNames: ["currency"],
      },
    },
    async read() {
      if (ownBankAccounts(context).length === 0) {
        return [];
      }
      const tx = context.db.kysely;
      const now = context.clock.now().getTime();
      const secondsSince = (at: Date) => Math.max(0, (now - at.getTime()) / 1_000);
      const { unmatched, oldestAt, outflows } = await selectFigures(tx);
      return [
        { gauge: UNMATCHED, value: unmatched },
        { gauge: AGE, value: oldestAt === null ? 0 : secondsSince(oldestAt) },
        { gauge: OUTFLOWS, value: outflows },
        ...oldestByCurrency(await selectImportTimes(tx)).map(
          ([currency, at]): Figure => ({
            gauge: STATEMENT_AGE,
            labels: { currency },
            value: secondsSince(at),
          }),
        ),
      ];
    },
  };
}

function oldestByCurrency(
  accounts: readonly { readonly currency: string; readonly imported_at: Date }[],
): [string, Date][] {
  const oldest = new Map<string, Date>();
  for (const { currency, imported_at: at } of accounts) {
    const known = oldest.get(currency);
    oldest.set(currency, known === undefined || at < known ? at : known);
  }
  return [...oldest];
}
