import { parseAmount } from "@tessera/money";
import { RpcError } from "../../adapters/evm/rpc-error.ts";
import {
  type ChainPlan,
  formatRaw,
  makeSweepPlan,
  SweepRefusedError,
} from "../../adapters/evm-sweeps/make-sweep-plan.ts";
import type { EvmSettings } from "../../platform/config/evm-settings.ts";
import { type Command, CommandError, requiredText, UsageError } from "../command-line/command.ts";
import { writeNewFile } from "../command-line/write-output.ts";
import { openBooks } from "../commands/open-books.ts";

const WEI_PER_GWEI = 1_000_000_000n;
const COIN_DECIMALS = 18;

/** The chain's own coin, which pays fees. */
const COINS: Readonly<Record<string, string>> = {
  ERC20: "ETH",
  BEP20: "BNB",
  BASE: "ETH",
  POLYGON: "POL",
};

function minimumOf(text: string | undefined): bigint | undefined {
  const minor = text === undefined ? undefined : parseAmount(text, "USD");
  if (text !== undefined && (minor === undefined || minor <= 0n)) {
    throw new UsageError("--minimum must be an amount such as 50.00.");
  }
  return minor;
}

function feeOf(text: string | undefined): bigint | undefined {
  if (text !== undefined && !/^[1-9]\d{0,8}$/.test(text)) {
    throw new UsageError("--max-fee must be a whole number of gwei.");
  }
  return text === undefined ? undefined : BigInt(text) * WEI_PER_GWEI;
}

function coinOf(network: string, wei: string): string {
  return `${formatRaw(BigInt(wei), COIN_DECIMALS)} ${COINS[network] ?? "coins"}`;
}

/** Adds up a plan's amounts by asset and destination. */
function totalsOf({ transactions }: ChainPlan): string[] {
  const totals = new Map<string, { n: number; raw: bigint; decimals: number }>();
  for (const { asset, to, amount } of transactions) {
    const [whole = "", fraction = ""] = amount.split(".");
    const { n, raw } = totals.get(`${asset} to ${to}`) ?? { n: 0, raw: 0n };
    const sum = { n: n + 1, raw: raw + BigInt(whole + fraction), decimals: fraction.length };
    totals.set(`${asset} to ${to}`, sum);
  }
  return [...totals].map(
    ([what, { n, raw, decimals }]) => `  ${n} transfers: ${formatRaw(raw, decimals)} ${what}\n`,
  );
}

/** Says what a plan contains, in words. */
function summaryOf(plan: ChainPlan): string {
  const { network, transactions, funding, feesWei, coldTransfer: cold, skipped } = plan;
  const coin = (wei: string) => coinOf(network, wei);
  const needed = funding.reduce((sum, { wei }) => sum + BigInt(wei), 0n).toString();
  const lines = [
    ...totalsOf(plan),
    ...(transactions.length === 0 ? ["  nothing is worth sweeping\n"] : []),
    ...(transactions.length === 0 ? [] : [`  fees: at most ${coin(feesWei)}\n`]),
    ...(funding.length === 0
      ? []
      : [`  first send ${coin(needed)} to ${funding.length} addresses, for their fees\n`]),
    ...(skipped.belowMinimum === 0 ? [] : [`  ${skipped.belowMinimum} hold too little\n`]),
    ...(skipped.ofOtherKeys === 0 ? [] : [`  ${skipped.ofOtherKeys} belong to another xpub\n`]),
    ...skipped.withoutWallet.map((one) => `  ${one} holds a token that no wallet takes\n`),
    ...skipped.refusedByToken.map((one) => `  the token refuses a transfer from ${one}\n`),
    ...plan.sweptLately.map(
      ({ transfers, amount, asset, destination }) =>
        `  swept within 30 days: ${amount} ${asset} in ${transfers} transfers to ${destination}\n`,
    ),
    ...(cold === null
      ? []
      : [
          `  the hot wallet is above its ceiling: move ${cold.amount} ${cold.asset} to\n` +
            `  ${cold.to} by hand (docs/providers/evm-treasury.md); the signer does not sign it\n`,
        ]),
  ];
  return `${network}\n${lines.join("")}`;
}

function chainsOf({ chains }: EvmSettings, network: string | undefined) {
  const found = chains.filter((one) => network === undefined || one.network === network);
  if (found.length === 0) {
    throw new CommandError(`EVM_CHAINS names no chain for ${network}.`);
  }
  return found;
}

export const planSweeps: Command = {
  name: "sweep-plan",
  summary: "plan how deposit addresses are emptied into the hot and cold wallets",
  options: {
    out: { type: "string", value: "file", help: "the new file for the unsigned transactions" },
    network: { type: "string", value: "name", help: "one network only, such as ERC20" },
    minimum: { type: "string", value: "amount", help: "instead of sweepAbove in the settings" },
    "max-fee": { type: "string", value: "gwei", help: "the most for a unit of gas" },
  },
  details:
    "Changes nothing. The holder of the account's key signs the transactions elsewhere: each has " +
    "the path of its key below the account, and its nonce, so that of two plans only one can be " +
    "executed. The server records what was swept once the chain calls its block final. See " +
    "docs/providers/evm-treasury.md.",
  async run(call) {
    const { options } = call;
    const out = requiredText(options, "out");
    const network = options.text("network")?.toUpperCase();
    const minimumMinor = minimumOf(options.text("minimum"));
    const maxFeePerGas = feeOf(options.text("max-fee"));
    const { config, db, clock } = await openBooks(call);
    const { chain: settings } = config;
    if (settings.provider !== "evm") {
      throw new CommandError("CHAIN_PROVIDER is not evm, so there are no addresses to empty.");
    }
    const chains: ChainPlan[] = [];
    try {
      for (const chain of chainsOf(settings, network)) {
        const asked = { chain, minimumMinor: minimumMinor ?? chain.sweepAboveMinor, maxFeePerGas };
        chains.push(await makeSweepPlan({ config, db, clock }, settings, asked));
      }
    } catch (error) {
      if (error instanceof SweepRefusedError || error instanceof RpcError) {
        throw new CommandError(error.message);
      }
      throw error;
    }
    const plan = {
      format: "tessera sweep plan 1",
      madeAt: clock.now().toISOString(),
      account: settings.account,
      chains,
    };
    await writeNewFile(call, out, textOf(plan));
    call.terminal.stdout.write(`${chains.map(summaryOf).join("")}The plan is in ${out}.\n`);
  },
};

async function* textOf(plan: object): AsyncGenerator<string> {
  yield `${JSON.stringify(plan, null, 2)}\n`;
}
