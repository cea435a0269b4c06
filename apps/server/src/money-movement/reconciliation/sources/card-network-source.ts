import {
  findSettledTransaction,
  listSettledTransactions,
  type SettledTransaction,
} from "../../../adapters/issuer/stripe/list-transactions.ts";
import { cellRoutes } from "../../../platform/cells/cell-routes.ts";
import type { StripeSettings } from "../../../platform/config/config.ts";
import type { AppContext } from "../../../platform/context.ts";
import { wireId } from "../../../platform/ids.ts";
import type { Group, Line } from "../find-break.policy.ts";
import type { Period, ReconciliationSource } from "../reconciliation-source.ts";
import {
  type SettledMovement,
  selectMovementsOf,
  selectSettled,
} from "./card-network-lines.repository.ts";
import { inPages, PAGE } from "./in-pages.ts";

const HOUR_MS = 3_600_000;

function stripeOf({ config: { issuer } }: AppContext): StripeSettings | undefined {
  return issuer.provider === "stripe" ? issuer : undefined;
}

function ledgerLine(row: SettledMovement | undefined): Line[] {
  return row === undefined
    ? []
    : [
        {
          ref: wireId("mov", row.movement_id),
          asset: row.currency,
          amountMinor: row.ledger_minor,
          at: row.at,
        },
      ];
}

function outsideLine({ id, currency, amountMinor, createdAt }: SettledTransaction): Line {
  return { ref: id, asset: currency, amountMinor, at: createdAt };
}

/** Returns whether a transaction is of another cell, with which this one shares the account. */
async function isElsewhere(context: AppContext, cardId: string): Promise<boolean> {
  const cells = context.use(cellRoutes);
  return !cells.isOnly && cells.isElsewhere(await cells.ofIssuerCard("stripe", cardId));
}

/** Compares Stripe's transactions of a period with the ledger. Adds their ids to `seen`. */
async function* ofStripe(
  context: AppContext,
  settings: StripeSettings,
  { period, seen }: { readonly period: Period; readonly seen: Set<string> },
): AsyncGenerator<readonly Group[]> {
  for await (const page of listSettledTransactions(settings, period)) {
    const ids = page.map(({ id }) => id);
    const posted = await selectMovementsOf(context.db.kysely, ids);
    const compared: Group[] = [];
    for (const one of page) {
      const ledger = ledgerLine(posted.get(one.id));
      const line = outsideLine(one);
      if (ledger.length > 0) {
        compared.push({ key: one.id, ledger, outside: [line] });
      } else if (one.amountMinor !== 0n && !(await isElsewhere(context, one.cardId))) {
        // A transaction of zero moves nothing, and has no movement.
        compared.push({ key: one.id, ledger, outside: [{ ...line, reason: "not_recorded" }] });
      }
    }
    yield compared;
    for (const { id } of page) {
      seen.add(id);
    }
  }
}

/** Compares the ledger's transactions that Stripe's list did not contain. */
async function* ofLedger(
  { db }: AppContext,
  settings: StripeSettings,
  { period, seen }: { readonly period: Period; readonly seen: ReadonlySet<string> },
): AsyncGenerator<readonly Group[]> {
  const read = (after: string) =>
    selectSettled(db.kysely, { after, from: period.from, limit: PAGE });
  for await (const rows of inPages("", read, ({ id }) => id)) {
    const groups: Group[] = [];
    for (const row of rows.filter(({ id }) => !seen.has(id))) {
      // Stripe may have created it before the period, or after the list was read.
      const found = await findSettledTransaction(settings, row.id);
      const outside = found === undefined ? [] : [outsideLine(found)];
      groups.push({ key: row.id, ledger: ledgerLine(row), outside });
    }
    yield groups;
  }
}

async function* groups(context: AppContext, period: Period) {
  const settings = stripeOf(context);
  if (settings === undefined) {
    return;
  }
  const seen = new Set<string>();
  yield* ofStripe(context, settings, { period, seen });
  yield* ofLedger(context, settings, { period, seen });
}

/** The card network: what Stripe has settled against what the ledger has posted. */
export const cardNetworkSource: ReconciliationSource = {
  name: "card_network",
  patience: { missingAfterMs: 2 * HOUR_MS, lateAfterMs: 72 * HOUR_MS },
  providerOf: (context) => (stripeOf(context) === undefined ? undefined : "stripe"),
  groups,
};
