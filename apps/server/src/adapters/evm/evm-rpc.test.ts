import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { blockAnswer, chainIdAnswer, logsAnswer } from "./evm-answers.ts";
import { createEvmRpc } from "./evm-rpc.ts";

let server: Server;
let url: string;
/** Returns the status and text of an answer to a parsed request. */
let answer: (request: { id: number } & { id: number }[]) => [status: number, text: string];

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on("end", () => {
      const [status, body] = answer(JSON.parse(text));
      response.writeHead(status, status === 302 ? { location: "/other" } : {}).end(body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3/secret-key`;
});
afterAll(() => server.close());
beforeEach(() => {
  answer = () => [500, ""];
});

const BLOCK = { number: "0x10", hash: `0x${"a".repeat(64)}`, parentHash: `0x${"b".repeat(64)}` };
const HEAD = { method: "eth_getBlockByNumber", params: ["latest", false] };

function rpc(batchSize = 10) {
  return createEvmRpc({ url, label: "source 1", batchSize, maxBytes: 10_000, timeoutMs: 60_000 });
}

function result(id: number, value: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id, result: value });
}

test("RPC: returns a result as asked for", async () => {
  answer = ({ id }) => [200, result(id, BLOCK)];
  expect(await rpc().call(HEAD, blockAnswer)).toEqual({ ...BLOCK, number: 16 });
});

test.each([
  ["null", "invalid", (id: number) => [200, result(id, null)]],
  ["of another shape", "invalid", (id: number) => [200, result(id, { ...BLOCK, hash: "0x1" })]],
  [
    "a number too large",
    "invalid",
    (id: number) => [200, result(id, { ...BLOCK, number: BLOCK.hash })],
  ],
  [
    "a number with zeros",
    "invalid",
    (id: number) => [200, result(id, { ...BLOCK, number: "0x00" })],
  ],
  ["for another call", "invalid", (id: number) => [200, result(id + 1, BLOCK)]],
  ["no JSON", "invalid", () => [200, "<html>"]],
  ["a list", "invalid", () => [200, "[]"]],
  ["too large", "too_large", (id: number) => [200, result(id, "x".repeat(10_000))]],
  [
    "an error",
    "refused",
    (id: number) => [
      200,
      JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32_005, message: "secret-key" } }),
    ],
  ],
  ["status 500", "unreachable", () => [500, "secret-key"]],
  ["a redirect", "unreachable", () => [302, ""]],
] as const)("RPC: refuses an answer that is %s", async (_, fault, given) => {
  answer = ({ id }) => given(id) as [number, string];
  const error = await rpc()
    .call(HEAD, blockAnswer)
    .catch((one: unknown) => one);
  expect(error).toMatchObject({ name: "RpcError", fault });
  // The address of the server may contain a key.
  expect(String(error)).not.toContain("secret-key");
});

test("RPC: returns the results of a batch in the order of the calls", async () => {
  answer = (requests) => [
    200,
    `[${[...requests].reverse().map(({ id }) => result(id, `0x${id.toString(16)}`))}]`,
  ];
  const calls = Array.from({ length: 25 }, () => ({ method: "eth_chainId", params: [] }));
  const ids = await rpc().batch(calls, chainIdAnswer);
  expect(ids).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
});

test.each([
  ["lacks a result", (ids: number[]) => ids.slice(1)],
  ["repeats a result", (ids: number[]) => [...ids.slice(1), ids[1] ?? 0]],
  ["has one more", (ids: number[]) => [...ids, 999]],
])("RPC: refuses a batch's answer that %s", async (_, change) => {
  answer = (requests) => [
    200,
    `[${change([...requests].map(({ id }) => id)).map((id) => result(id, "0x1"))}]`,
  ];
  const calls = Array.from({ length: 3 }, () => ({ method: "eth_chainId", params: [] }));
  await expect(rpc().batch(calls, chainIdAnswer)).rejects.toMatchObject({ fault: "invalid" });
});

test("RPC: refuses logs with malformed fields", async () => {
  const log = {
    address: `0x${"1".repeat(40)}`,
    topics: [],
    data: "0x",
    blockNumber: "0x1",
    blockHash: BLOCK.hash,
    transactionHash: BLOCK.hash,
    logIndex: "0x0",
  };
  const call = { method: "eth_getLogs", params: [] };
  answer = ({ id }) => [200, result(id, [log])];
  expect(await rpc().call(call, logsAnswer)).toHaveLength(1);
  for (const change of [{ blockHash: null }, { logIndex: "1" }, { topics: ["0x1"] }]) {
    answer = ({ id }) => [200, result(id, [{ ...log, ...change }])];
    await expect(rpc().call(call, logsAnswer)).rejects.toMatchObject({ fault: "invalid" });
  }
});

test("RPC: calls whose answers are too large together are made in smaller requests", async () => {
  const sizes: number[] = [];
  const large = { ...BLOCK, padding: "x".repeat(4_000) };
  answer = (asked) => {
    const requests = [asked].flat();
    sizes.push(requests.length);
    const answers = requests.map(({ id }) => JSON.parse(result(id, large)));
    return [200, JSON.stringify(Array.isArray(asked) ? answers : answers[0])];
  };
  const calls = Array.from({ length: 7 }, () => HEAD);
  expect(await rpc().batch(calls, blockAnswer)).toHaveLength(7);
  expect(sizes).toEqual([7, 4, 2, 2, 3, 2, 1]);
});
