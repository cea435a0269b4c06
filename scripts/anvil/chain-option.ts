/** What `--chain` says, and the other arguments. */
interface ChainOption {
  readonly isAnvil: boolean;
  readonly args: readonly string[];
}

/** Settings that `--chain` would contradict. */
const CONTRADICTED = [
  ...["CHAIN_PROVIDER", "EVM_CHAINS", "EVM_CHAINS_FILE"],
  ...["PAYOUT_PROVIDER", "EVM_PAYOUTS", "EVM_PAYOUTS_FILE"],
];

/**
 * Takes `--chain anvil` out of the arguments of `npm start`.
 *
 * @throws Error naming what contradicts it
 */
export function takeChainOption(
  given: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ChainOption {
  const place = given.findIndex((one) => one === "--chain" || one.startsWith("--chain="));
  if (place === -1) {
    return { isAnvil: false, args: given };
  }
  const [name = "", inline] = (given[place] ?? "").split("=", 2);
  const value = inline ?? given[place + 1];
  if (value !== "anvil") {
    throw new Error(`${name} takes one value: anvil, a local Ethereum node.`);
  }
  if ((env.TESSERA_MODE || "sandbox") !== "sandbox") {
    throw new Error("--chain anvil is for the sandbox: everybody knows the keys of that chain.");
  }
  const contradicted = CONTRADICTED.filter((setting) => (env[setting] ?? "") !== "");
  if (contradicted.length > 0) {
    throw new Error(`--chain anvil sets ${contradicted.join(" and ")} itself: unset it.`);
  }
  const taken = inline === undefined ? 2 : 1;
  return { isAnvil: true, args: [...given.slice(0, place), ...given.slice(place + taken)] };
}
