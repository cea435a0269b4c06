import type { CustodianSettings } from "../../platform/config/config.ts";
import type { AppContext } from "../../platform/context.ts";
import type { ChainProvider, ChainTransfer } from "../chain/chain-provider.ts";
import { ProviderError } from "../providers/provider-error.ts";
import { addressAnswer, CUSTODIAN_NETWORKS, transfersAnswer } from "./custodian-answers.ts";
import {
  acknowledgeTransfer,
  selectCursor,
  selectOpenTransfers,
} from "./custodian-chain.repository.ts";
import { createCustodianClient } from "./custodian-client.ts";
import { storePage } from "./store-page.ts";

const PAGE_SIZE = 100;
/** Maximum number of pages to read at a time, so that a long history does not delay crediting. */
const MOST_PAGES = 10;

/**
 * Creates a chain provider for a custodian's HTTP API (docs/providers/custodian.md). Each page of
 * its feed is stored together with its cursor, so that neither a crash nor a second server can
 * cause a transfer to be lost or skipped.
 */
export function custodianChain(context: AppContext, settings: CustodianSettings): ChainProvider {
  const { db, clock } = context;
  const client = createCustodianClient(settings, context.telemetry);
  const feed = settings.account;

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
      await storePage(context, { feed, from, rows: transfers, cursor });
    }
  }

  return {
    name: "custodian",
    account: settings.account,
    networks: CUSTODIAN_NETWORKS,
    assets: Object.fromEntries(CUSTODIAN_NETWORKS.map((network) => [network, ["USDT"]])),
    async addressFor(network, { id: depositId }) {
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
    // The custodian calls a transfer final only when it is, and its feed takes nothing back.
    stands: async () => true,
    retracted: async () => [],
    settleRetraction: async () => false,
  };
}
