import { openAssetBooks } from "../../money-movement/asset-books/index.ts";
import type { Command } from "../command-line/command.ts";
import { openBooks } from "./open-books.ts";

const MICRO_DECIMALS = 6;

/** Formats millionths, without zeros at the end. */
function formatMicro(micro: bigint): string {
  const digits = (micro < 0n ? -micro : micro).toString().padStart(MICRO_DECIMALS + 1, "0");
  const whole = digits.slice(0, -MICRO_DECIMALS);
  const fraction = digits.slice(-MICRO_DECIMALS).replace(/0+$/, "");
  return `${micro < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

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
