import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SOURCE = fileURLToPath(new URL("../../", import.meta.url));
/** Matches the creation of a simulator. */
const CREATES =
  /\b(createSandboxIssuer|sandboxChain|sandboxPayouts|bundledRates|bundledUsdtRate)\(/;
const DEFINES = /export function \w+\(/;

function filesThatCreateSimulators(): string[] {
  return globSync("**/*.ts", { cwd: SOURCE })
    .filter((name) => !name.endsWith(".test.ts"))
    .filter((name) =>
      readFileSync(`${SOURCE}${name}`, "utf8")
        .split("\n")
        .some((line) => CREATES.test(line) && !DEFINES.test(line)),
    );
}

test("providers: the registry is the only file that creates a simulator", () => {
  expect(filesThatCreateSimulators()).toEqual(["adapters/providers/registry.ts"]);
});
