import type { Locale } from "@tessera/contract/errors/locales";
import type { MovementKind } from "@tessera/contract/insights/bills.schemas";
import { formatAmount, formatMerchantAmount } from "@tessera/money";
import { readMerchantAmount } from "../../authorization/decision/index.ts";
import { wireId } from "../../platform/ids.ts";
import { titleOf } from "../bills/index.ts";
import type { LocalMoment } from "./lines.repository.ts";
import type { Pocket } from "./pockets.repository.ts";
import type { Moment, StatementLine } from "./statement.ts";

/** The columns of a file, in order. Their names never change, since programs rely on them. */
export const COLUMNS = [
  "record",
  "time",
  "time_utc",
  "account",
  "card_id",
  "card_last4",
  "card_name",
  "movement_id",
  "entry_id",
  "kind",
  "step",
  "status",
  "title",
  "merchant_category",
  "merchant_country",
  "amount",
  "fee",
  "balance_after",
  "currency",
  "merchant_amount",
  "merchant_currency",
  "exchange_rate",
] as const;

export type Column = (typeof COLUMNS)[number];

/** Columns that contain only our own values, which need no escaping. */
export const OWN_COLUMNS: ReadonlySet<Column> = new Set<Column>([
  "record",
  "time",
  "time_utc",
  "account",
  "card_id",
  "card_last4",
  "movement_id",
  "entry_id",
  "kind",
  "step",
  "status",
  "amount",
  "fee",
  "balance_after",
  "currency",
  "merchant_amount",
  "merchant_currency",
  "exchange_rate",
]);

export type Cells = Partial<Readonly<Record<Column, string>>>;

/** Formats an offset in minutes, as in `+08:00`. */
function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const [hours, rest] = [Math.floor(size / 60), size % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${minutes < 0 ? "-" : "+"}${hours}:${rest}`;
}

/** Formats a local time with its offset from UTC. */
export function zonedText({ local, offset_minutes }: LocalMoment): string {
  return `${local}${offsetText(offset_minutes)}`;
}

/** Returns the cells that identify the pocket in each row. */
export function pocketCells({ card, currency }: Pocket): Cells {
  return {
    account: card === undefined ? "account" : "card",
    ...(card !== undefined && {
      card_id: wireId("card", card.id),
      card_last4: card.last4,
      card_name: card.nickname,
    }),
    currency,
  };
}

/** Returns the cells for a line. */
export function lineCells(line: StatementLine, language: Locale): Cells {
  const { currency, pocket } = line;
  const own = pocketCells(pocket);
  return {
    record: "movement",
    time: zonedText(line),
    time_utc: line.event_at.toISOString(),
    ...own,
    ...(own.card_id === undefined &&
      line.card_id !== null && { card_id: wireId("card", line.card_id) }),
    movement_id: wireId("mov", line.root_id),
    entry_id: wireId("mov", line.id),
    kind: line.kind,
    step: line.step,
    status: line.status,
    // Every kind of movement that has lines also appears in lists, so it has a title.
    title: titleOf(
      {
        kind: line.kind as MovementKind,
        title: line.title,
        notes: [],
        source: line.source ?? undefined,
        asset: line.asset ?? undefined,
      },
      language,
    ),
    merchant_category: line.mcc ?? "",
    merchant_country: line.country ?? "",
    amount: formatAmount(line.amount, currency),
    fee: formatAmount(line.fee, currency),
    balance_after: formatAmount(line.balanceMinor, currency),
    ...exchangeCells(line),
  };
}

/** Returns the cells that say how an amount in another currency was converted, if it was. */
function exchangeCells({ merchant_amount, exchange_rate }: StatementLine): Cells {
  const merchant = readMerchantAmount(merchant_amount);
  return merchant === undefined
    ? {}
    : {
        merchant_amount: formatMerchantAmount(merchant.amountMinor, merchant.currency),
        merchant_currency: merchant.currency,
        exchange_rate: exchange_rate ?? "",
      };
}

/** Returns the cells for a pocket's balance at the start or end of the period. */
export function balanceCells(
  record: "opening" | "closing",
  { at, ...moment }: Moment,
  { pocket, balanceMinor }: { readonly pocket: Pocket; readonly balanceMinor: bigint },
): Cells {
  return {
    record,
    time: zonedText(moment),
    time_utc: at.toISOString(),
    ...pocketCells(pocket),
    balance_after: formatAmount(balanceMinor, pocket.currency),
  };
}
