import { createEvmRpc } from "../../adapters/evm/evm-rpc.ts";
import { createEvmSource } from "../../adapters/evm/evm-source.ts";
import { NotResumableError, resumeChain } from "../../adapters/evm/resume-chain.ts";
import { RpcError } from "../../adapters/evm/rpc-error.ts";
import { type Command, CommandError, requiredText } from "../command-line/command.ts";
import { openBooks } from "./open-books.ts";

export const resumeHaltedChain: Command = {
  name: "resume-chain",
  summary: "read a chain again that halted after a deep reorganization",
  options: {
    network: { type: "string", value: "name", help: "the network, such as ERC20" },
    block: { type: "string", value: "number", help: "a block that is certainly on the chain" },
  },
  details:
    "Payments after the block are taken back. Those that the chain still has are credited again " +
    "after their confirmations. See TesseraChainHalted in docs/runbook.md.",
  async run(call) {
    const network = requiredText(call.options, "network").toUpperCase();
    const block = requiredText(call.options, "block");
    if (!/^\d{1,15}$/.test(block)) {
      throw new CommandError("Set --block to the number of a block.");
    }
    const { config, db, clock } = await openBooks(call);
    const chains = config.chain.provider === "evm" ? config.chain.chains : [];
    const settings = chains.find((chain) => chain.network === network);
    const [url] = settings?.rpcUrls ?? [];
    if (settings === undefined || url === undefined) {
      throw new CommandError(`CHAIN_PROVIDER and EVM_CHAINS name no chain for ${network}.`);
    }
    const rpc = createEvmRpc({ url, label: `${network} source 1`, batchSize: 1 });
    const source = createEvmSource(settings, rpc);
    try {
      const number = Number(block);
      const retracted = await resumeChain({ db, clock }, settings, { source, number });
      call.terminal.stdout.write(
        `${network} is read again after block ${block}. Payments taken back: ${retracted}.\n`,
      );
    } catch (error) {
      if (error instanceof NotResumableError || error instanceof RpcError) {
        throw new CommandError(error.message);
      }
      throw error;
    }
  },
};
