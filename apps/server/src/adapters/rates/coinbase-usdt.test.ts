import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { coinbaseUsdt, parseCoinbaseTicker } from "./coinbase-usdt.ts";
import { RatesError } from "./rates-provider.ts";

/** The format of the exchange's public ticker. */
const TICKER = {
  ask: "0.99986",
  bid: "0.99985",
  volume: "158417562.54",
  trade_id: 123_456_789,
  price: "0.99985",
  size: "1501.5",
  time: "2026-11-20T15:04:05.123456Z",
};

test("Coinbase ticker: the price and the time of the last trade are parsed", () => {
  expect(parseCoinbaseTicker(JSON.stringify(TICKER))).toEqual({
    source: "Coinbase Exchange",
    ratedAt: new Date("2026-11-20T15:04:05.123Z"),
    dollarsScaled: 99_985_000n,
  });
});

test("Coinbase ticker: decimals beyond the eighth are dropped", () => {
  const text = JSON.stringify({ ...TICKER, price: "1.0000123456789" });
  expect(parseCoinbaseTicker(text).dollarsScaled).toBe(100_001_234n);
});

for (const price of [
  "0",
  "0.00000000",
  "-1",
  "NaN",
  "Infinity",
  "1e0",
  "",
  "1,00",
  "20",
  "0.01",
  1,
  null,
]) {
  test(`Coinbase ticker: a price of ${JSON.stringify(price)} is rejected as invalid`, () => {
    const text = JSON.stringify({ ...TICKER, price });
    expect(() => parseCoinbaseTicker(text)).toThrow(RatesError);
  });
}

for (const text of [
  "",
  "<html>",
  "[]",
  "null",
  "{}",
  JSON.stringify({ ...TICKER, time: "today" }),
]) {
  test(`Coinbase ticker: the response ${JSON.stringify(text.slice(0, 20))} is invalid`, () => {
    expect(() => parseCoinbaseTicker(text)).toThrow(expect.objectContaining({ kind: "invalid" }));
  });
}

test("Coinbase ticker: an error status counts as unreachable, a long body as invalid", async () => {
  const answers = [
    { status: 500, body: "" },
    { status: 200, body: "x".repeat(70_000) },
    { status: 200, body: JSON.stringify(TICKER) },
  ];
  const server = createServer((_request, response) => {
    const { status, body } = answers.shift() ?? { status: 500, body: "" };
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const provider = coinbaseUsdt(`http://127.0.0.1:${port}/ticker`);
    await expect(provider.fetchRates()).rejects.toMatchObject({ kind: "unreachable" });
    await expect(provider.fetchRates()).rejects.toMatchObject({ kind: "invalid" });
    expect(await provider.fetchRates()).toMatchObject({ dollarsScaled: 99_985_000n });
  } finally {
    server.close();
  }
});
