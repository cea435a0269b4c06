import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { readTokenBalances } from "./read-token-balances.ts";

const CONTRACT = `0x${"c".repeat(40)}`;
const WORD = 64;
const servers: Server[] = [];

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly [{ readonly data?: string }, string];
}

interface Node {
  readonly balances: readonly bigint[];
  readonly head?: number;
  readonly chainId?: number;
  readonly isDown?: boolean;
}

/** Blocks at which balances were asked for. */
let askedAt: Set<string>;

function resultOf({ method, params }: Call, node: Node): unknown {
  const [first, block] = params;
  switch (method) {
    case "eth_chainId":
      return `0x${(node.chainId ?? 1).toString(16)}`;
    case "eth_call": {
      askedAt.add(block);
      const place = Number.parseInt(first.data?.slice(-2) ?? "", 16) - 1;
      return `0x${(node.balances[place] ?? 0n).toString(16).padStart(WORD, "0")}`;
    }
    default:
      return {
        number: `0x${(node.head ?? 100).toString(16)}`,
        ...{ hash: `0x${"a".repeat(WORD)}`, parentHash: `0x${"b".repeat(WORD)}` },
      };
  }
}

/** Starts an RPC server, whose address number n holds the n-th balance. */
async function serve(node: Node): Promise<string> {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on("end", () => {
      const asked: Call | Call[] = JSON.parse(text);
      const answers = [asked]
        .flat()
        .map((call) => ({ jsonrpc: "2.0", id: call.id, result: resultOf(call, node) }));
      response
        .writeHead(node.isDown === true ? 500 : 200)
        .end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
  }
});

async function balance(...nodes: readonly Node[]) {
  askedAt = new Set();
  const rpcUrls = await Promise.all(nodes.map(serve));
  const chain = { network: "ERC20", chainId: 1, rpcUrls, batchSize: 2 } as const;
  const addresses = [1, 2, 3].map((n) => `0x${String(n).padStart(40, "0")}`);
  return readTokenBalances(chain, { contract: CONTRACT }, addresses);
}

const HELD = { balances: [10n ** 24n, 7n, 0n] };
const AMOUNTS = { amountsRaw: HELD.balances };

test("balances: two servers agree on them at a block that both know", async () => {
  expect(await balance({ ...HELD, head: 105 }, { ...HELD, head: 101 })).toEqual({
    ...{ ...AMOUNTS, block: 101 },
  });
  expect([...askedAt]).toEqual(["0x65"]);
});

test("balances: servers that disagree give no balance", async () => {
  // The sum is the same, and the tokens are elsewhere.
  const other = { balances: [10n ** 24n, 0n, 7n] };
  await expect(balance(HELD, other)).rejects.toMatchObject({ fault: "sources_disagree" });
});

test("balances: a third server replaces one that is down; one alone is not enough", async () => {
  const down = { ...HELD, isDown: true };
  expect(await balance(down, HELD, HELD)).toMatchObject(AMOUNTS);
  await expect(balance(HELD, down)).rejects.toMatchObject({ fault: "unreachable" });
});

test("balances: a program with one server uses it, unless it serves another chain", async () => {
  expect(await balance(HELD)).toMatchObject(AMOUNTS);
  await expect(balance({ ...HELD, chainId: 56 })).rejects.toMatchObject({ fault: "wrong_chain" });
});
