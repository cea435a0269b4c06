import type { Sql } from "postgres";
import { expect, test } from "vitest";
import { checkChain, type LabTruth } from "./check-chain.ts";
import { LabChain } from "./lab-chain.ts";

const TOKEN = `0x${"d".repeat(40)}`;
const ADDRESS = `0x${"a".repeat(40)}`;
const CUSTOMER = "customer";

function truthOf(): { readonly truth: LabTruth; readonly name: string } {
  const chain = new LabChain("test");
  const dust = { token: TOKEN, to: ADDRESS, amountRaw: 9_999n };
  const paid = { token: TOKEN, to: ADDRESS, amountRaw: 500_009_999n };
  const other = { token: `0x${"e".repeat(40)}`, to: ADDRESS, amountRaw: 1_000_000n };
  const transaction = chain.transaction([other, dust, paid], false);
  chain.mine([transaction, chain.transaction([paid], true)]);
  const owners = new Map([[ADDRESS, CUSTOMER]]);
  const spent = new Map([[CUSTOMER, 20_000n]]);
  const truth = { blocks: chain.blocks, token: TOKEN, owners, spent };
  return { truth, name: `${transaction.hash} 1` };
}

/** Answers the checker's statements as a database with these rows would. */
function databaseOf(given: {
  readonly credited: readonly { readonly name: string; readonly amount: string }[];
  readonly posted: string;
  readonly unsettled: number;
}): Sql {
  const answer = async ([text = ""]: TemplateStringsArray) => {
    if (text.includes("deposit_payment")) {
      return given.credited.map((one) => ({ ...one, customer: CUSTOMER }));
    }
    if (text.includes("asset_dust")) {
      return [{ customer: CUSTOMER, raw: "9999" }];
    }
    return text.includes("ledger.account")
      ? [{ customer: CUSTOMER, posted: given.posted }]
      : [{ n: given.unsettled }];
  };
  return answer as never;
}

test("lab:chain: its checker finds nothing wrong if each payment was credited once", async () => {
  const { truth, name } = truthOf();
  const credited = [{ name, amount: "50000" }];
  const right = databaseOf({ credited, posted: "30000", unsettled: 0 });
  expect(await checkChain(right, truth)).toEqual([]);
});

test.each<[string, (name: string) => Parameters<typeof databaseOf>[0], RegExp]>([
  [
    "a payment was never credited",
    () => ({ credited: [], posted: "30000", unsettled: 0 }),
    /never/,
  ],
  [
    "a payment was credited that is not on the chain",
    (name) => ({
      credited: [
        { name, amount: "50000" },
        { name: "0xlie 0", amount: "1" },
      ],
      posted: "30000",
      unsettled: 0,
    }),
    /0xlie 0: credited, and not on the chain/,
  ],
  [
    "a payment was credited with another amount",
    (name) => ({ credited: [{ name, amount: "50001" }], posted: "30000", unsettled: 0 }),
    /credited 50001/,
  ],
  [
    "an account has a cent more than arrived",
    (name) => ({ credited: [{ name, amount: "50000" }], posted: "30001", unsettled: 0 }),
    /has 300019999, and should have 300009999/,
  ],
  [
    "a retraction waits",
    (name) => ({ credited: [{ name, amount: "50000" }], posted: "30000", unsettled: 1 }),
    /1 retractions/,
  ],
])("lab:chain: its checker notices that %s", async (_, rows, problem) => {
  const { truth, name } = truthOf();
  const problems = await checkChain(databaseOf(rows(name)), truth);
  expect(problems.join("\n")).toMatch(problem);
});
