import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

// Compiles test-tokens.sol to test-tokens.json:
//   node scripts/run.mjs apps/server/src/testing/evm/compile-tokens.ts

interface Solc {
  version(): string;
  compile(input: string): string;
}

interface Output {
  readonly errors?: readonly { readonly formattedMessage: string }[];
  readonly contracts: Readonly<
    Record<
      string,
      Readonly<Record<string, { abi: unknown; evm: { bytecode: { object: string } } }>>
    >
  >;
}

const NAME = "test-tokens.sol";
const solc = createRequire(import.meta.url)("solc") as Solc;
const content = readFileSync(new URL(NAME, import.meta.url), "utf8");
const input = {
  language: "Solidity",
  sources: { [NAME]: { content } },
  settings: {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: "cancun",
    // Without metadata, the same source always has the same bytecode.
    metadata: { bytecodeHash: "none", appendCBOR: false },
    outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
  },
};
const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output;
if (output.errors !== undefined) {
  throw new Error(output.errors.map(({ formattedMessage }) => formattedMessage).join("\n"));
}
const contracts = Object.fromEntries(
  Object.entries(output.contracts[NAME] ?? {}).map(([name, { abi, evm }]) => [
    name,
    { abi, bytecode: `0x${evm.bytecode.object}` },
  ]),
);
const compiled = {
  compiler: solc.version(),
  sourceSha256: createHash("sha256").update(content).digest("hex"),
  contracts,
};
const target = new URL("test-tokens.json", import.meta.url);
writeFileSync(target, `${JSON.stringify(compiled, null, 2)}\n`);
