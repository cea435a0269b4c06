import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { hundredthsOf } from "./custodian-answers.ts";
import { countSkipped, moveCursor, upsertTransfer } from "./custodian-chain.repository.ts";
import { readRow, type SkipReason } from "./custodian-rows.ts";

/** A page of a custodian's feed. */
interface FeedPage {
  readonly feed: string;
  /** The cursor with which the page was requested. */
  readonly from: string | undefined;
  readonly rows: readonly unknown[];
  /** The cursor of the next page. */
  readonly cursor: string;
}

/** Stores a row. Returns why it was skipped, if it was. */
async function storeRow(
  { log }: Pick<AppContext, "log">,
  tx: Tx,
  row: unknown,
  at: { readonly cursor: string | undefined; readonly place: number },
): Promise<SkipReason | undefined> {
  const read = readRow(row);
  if ("skipped" in read) {
    const { skipped, fields } = read;
    const level = skipped === "invalid" ? "error" : "warn";
    log[level]({ ...at, skipped, fields }, "a row of the custodian's feed was skipped");
    return skipped;
  }
  const { transfer } = read;
  const amountMinor = hundredthsOf(transfer.amount);
  // Amounts that round to zero are not credited.
  if (
    amountMinor === 0n ||
    (await upsertTransfer(tx, { ...transfer, amountMinor }, transfer.amount))
  ) {
    return undefined;
  }
  const { transactionHash } = transfer;
  log.error({ ...at, transactionHash }, "the custodian's feed contradicts an earlier transfer");
  return "contradictory";
}

/**
 * Stores a page, unless another server has already done so. A row that cannot be read is skipped
 * and counted in the same transaction: it must not delay the deposits of other customers.
 */
export function storePage(
  context: AppContext,
  { feed, from, rows, cursor }: FeedPage,
): Promise<void> {
  const { db, clock } = context;
  return inTransaction(db, async (tx) => {
    if (!(await moveCursor(tx, { feed, from, to: cursor, at: clock.now() }))) {
      return;
    }
    const skipped = { invalid: 0, foreign: 0, contradictory: 0 };
    for (const [place, row] of rows.entries()) {
      const reason = await storeRow(context, tx, row, { cursor: from, place });
      if (reason !== undefined) {
        skipped[reason] += 1;
      }
    }
    await countSkipped(tx, feed, skipped, clock.now());
  });
}
