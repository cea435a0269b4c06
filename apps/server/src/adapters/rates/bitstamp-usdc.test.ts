import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { bitstampUsdc, parseBitstampTicker } from "./bitstamp-usdc.ts";

/** The format of the exchange's public ticker. */
const TICKER = {
  ...{ timestamp: "1795676645", open: "0.99990", high: "1.00010", low: "0.99980" },
  ...{ last: "0.99991", volume: "4837201.31", vwap: "0.99993", bid: "0.99990", ask: "0.99992" },
  ...{ side: "0", open_24: "0.99992", percent_change_24: "0.00" },
};

test("Bitstamp ticker: the price of the last trade and the ticker's time are parsed", () => {
  expect(parseBitstampTicker(JSON.stringify(TICKER))).toEqual({
    source: "Bitstamp",
    ratedAt: new Date("2026-11-26T07:04:05.000Z"),
    dollarsScaled: 99_991_000n,
  });
});

test.each([
  "",
  "<html>",
  "null",
  "{}",
  ...["0", "-1", "NaN", "1e0", "20", "0.01", 1, null].map((last) =>
    JSON.stringify({ ...TICKER, last }),
  ),
  ...["", "0", "now", 1_795_676_645].map((timestamp) => JSON.stringify({ ...TICKER, timestamp })),
])("Bitstamp ticker: the response %j is invalid", (text) => {
  expect(() => parseBitstampTicker(text)).toThrow(expect.objectContaining({ kind: "invalid" }));
});

test("Bitstamp ticker: an error status counts as unreachable", async () => {
  const statuses = [500, 200];
  const server = createServer((_request, response) => {
    response.writeHead(statuses.shift() ?? 500).end(JSON.stringify(TICKER));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ticker`;
    await expect(bitstampUsdc(url).fetchRates()).rejects.toMatchObject({ kind: "unreachable" });
    expect(await bitstampUsdc(url).fetchRates()).toMatchObject({ dollarsScaled: 99_991_000n });
  } finally {
    server.close();
  }
});
