import { formatMicro, openAssetBooks } from "../../money-movement/asset-books/index.ts";
import type { Command } from "../command-line/command.ts";
import { openBooks } from "./open-books.ts";

export const openAssets: Command = {
  name: "open-asset-books",
  summary: "book the assets that servers of an earlier release moved",
  options: {},
  details:
    "Run it once after an upgrade, when no server of the earlier release runs any more. A " +
    "repetition books only what was added since. What customers exchanged in another currency " +
    "than the dollar then counts in the open position.",
  async run(call) {
    const { config, db, ledger, clock } = await openBooks(call);
    const feesInAsset = config.payout.provider !== "evm";
    const opened = await openAssetBooks({ db, ledger, clock }, feesInAsset);
    const lines = opened.map(
      ({ asset, network, currency, chainMicro }) =>
        `${asset} on ${network}, for ${currency}: ${formatMicro(chainMicro)}\n`,
    );
    call.terminal.stdout.write(lines.length === 0 ? "Nothing to book.\n" : lines.join(""));
  },
};
