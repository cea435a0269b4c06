import type { CustodianSettings } from "../../platform/config/config.ts";
import type { AppContext } from "../../platform/context.ts";
import { inTransaction, type Tx } from "../../platform/context.ts";
import type { ChainProvider, ChainTransfer } from "../chain/chain-provider.ts";
import { ProviderError } from "../providers/provider-error.ts";
import { addressAnswer, hundredthsOf, transfersAnswer } from "./custodian-answers.ts";
import {
  acknowledgeTransfer,
  countSkipped,
  moveCursor,
  selectCursor,
  selectOpenTransfers,
  upsertTransfer,
} from "./custodian-chain.repository.ts";
import { createCustodianClient } from "./custodian-client.ts";
import { readRow, type SkipReason } from "./custodian-rows.ts";

const PAGE_SIZE = 100;
/** Maximum number of pages to read at a time, so that a long history does not delay crediting. */
const MOST_PAGES = 10;

/**
 * Creates a chain provider for a custodian's HTTP API (docs/providers/custodian.md). Each page of
 * its feed is stored together with its cursor, so that neither a crash nor a second server can
 * cause a transfer to be lost or skipped.
 */
export function custodianChain(context: AppContext, settings: CustodianSettings): ChainProvider {
  const { db, clock, log } = context;
  const client = createCustodianClient(settings, context.telemetry);
  const feed = settings.account;

  /** Stores a row. Returns why it was skipped, if it was. */
  async function keepRow(tx: Tx, row: unknown, at: object): Promise<SkipReason | undefined> {
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
    if (amountMinor === 0n || (await upsertTransfer(tx, { ...transfer, amountMinor }))) {
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
  function keepPage(from: string | undefined, page: readonly unknown[], cursor: string) {
    return inTransaction(db, async (tx) => {
      if (!(await moveCursor(tx, { feed, from, to: cursor, at: clock.now() }))) {
        return;
      }
      const skipped = { invalid: 0, foreign: 0, contradictory: 0 };
      for (const [place, row] of page.entries()) {
        const reason = await keepRow(tx, row, { cursor: from, place });
        if (reason !== undefined) {
          skipped[reason] += 1;
        }
      }
      await countSkipped(tx, feed, skipped, clock.now());
    });
  }

  /** Continues reading the feed from the stored cursor. */
  async function readFeed(): Promise<void> {
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const from = await selectCursor(db.kysely, feed);
      const query = new URLSearchParams({
        limit: String(PAGE_SIZE),
        ...(from !== undefined && { cursor: from }),
      });
      const { transfers, cursor } = await client.call(
        { method: "GET", path: `/v1/transfers?${query}` },
        transfersAnswer,
      );
      if (transfers.length === 0) {
        return;
      }
      if (cursor === from) {
        throw new ProviderError("the custodian's feed returned the same cursor again");
      }
      await keepPage(from, transfers, cursor);
    }
  }

  return {
    name: "custodian",
    account: settings.account,
    async addressFor(network, depositId) {
      const given = await client.call(
        {
          method: "PUT",
          path: `/v1/deposit-addresses/${encodeURIComponent(depositId)}`,
          body: { network, asset: "USDT" },
        },
        addressAnswer,
      );
      if (given.depositId !== depositId || given.network !== network) {
        throw new ProviderError("the custodian returned another deposit's address");
      }
      return { address: given.address, confirmationsRequired: given.confirmations };
    },
    async unacknowledged(limit, after): Promise<readonly ChainTransfer[]> {
      if (after === undefined) {
        await readFeed();
      }
      return selectOpenTransfers(db.kysely, limit, after);
    },
    acknowledge: (transfer) => acknowledgeTransfer(db.kysely, transfer, clock.now()),
  };
}
