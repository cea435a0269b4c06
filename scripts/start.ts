import { NODE_FLAGS } from "@tessera/server/node-flags";
import { takeChainOption } from "./anvil/chain-option.ts";
import { fromRoot } from "./repository.ts";
import { supervise } from "./supervise.ts";
import { readyConsole } from "./web-build.ts";

/** Starts the local Ethereum node if `--chain anvil` asks for it. */
async function openChain(isWanted: boolean) {
  if (!isWanted) {
    return undefined;
  }
  const { startAnvil } = await import("./anvil/start-anvil.ts");
  return startAnvil(process.env);
}

let chain: Awaited<ReturnType<typeof openChain>>;
let args: readonly string[] = [];
try {
  const option = takeChainOption(process.argv.slice(2), process.env);
  args = option.args;
  await readyConsole(process.env);
  chain = await openChain(option.isAnvil);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

if (chain !== undefined) {
  console.log(chain.instructions);
}
process.exitCode = await supervise({
  command: process.execPath,
  args: [
    ...NODE_FLAGS,
    "--import",
    new URL("./follow-parent.mjs", import.meta.url).href,
    fromRoot("apps/server/src/main.ts"),
    ...args,
  ],
  ...(chain !== undefined && { env: chain.env }),
  onStopping: () => console.log("\nStopping: finishing what is under way. Ctrl-C again to force."),
});
await chain?.stop();
