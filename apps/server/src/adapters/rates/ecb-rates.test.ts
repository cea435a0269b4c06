import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { parseRate } from "@tessera/money";
import { afterEach, describe, expect, test } from "vitest";
import { bundledRates } from "./bundled-rates.ts";
import { parseDailyFile } from "./ecb-daily-file.ts";
import { ecbRates } from "./ecb-rates.ts";
import { RatesError } from "./rates-provider.ts";

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"
  xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>`;

function dailyFile(cubes: string, day = "2026-11-20"): string {
  return `${HEAD}<Cube><Cube time='${day}'>${cubes}</Cube></Cube></gesmes:Envelope>`;
}

const RATES = "<Cube currency='USD' rate='1.1612'/><Cube currency='CNY' rate='8.2495'/>";
const GOOD = dailyFile(`${RATES}<Cube currency='JPY' rate='181.21'/>`);

describe("the ECB daily file", () => {
  test("yields its date and the rates of Tessera's currencies", () => {
    const sheet = parseDailyFile(GOOD);
    expect(sheet.ratedAt.toISOString()).toBe("2026-11-20T15:00:00.000Z");
    expect(sheet.perEuro).toEqual({
      EUR: parseRate("1"),
      USD: parseRate("1.1612"),
      CNY: parseRate("8.2495"),
    });
  });

  test("yields the rates of other currencies, except for those that cannot be used", () => {
    const others =
      "<Cube currency='JPY' rate='181.21'/><Cube currency='IDR' rate='19392.04'/>" +
      "<Cube currency='GBP' rate='0'/><Cube currency='CHF' rate='NaN'/>" +
      "<Cube currency='TRY' rate='99999999'/><Cube currency='ZZZ' rate='1.5'/>";
    expect(parseDailyFile(dailyFile(RATES + others)).others).toEqual({
      JPY: parseRate("181.21"),
      IDR: parseRate("19392.04"),
    });
  });

  const refused: readonly (readonly [string, string])[] = [
    ["an empty response", ""],
    ["a web page", "<html><body>Maintenance</body></html>"],
    ["truncated XML", GOOD.slice(0, -30)],
    ["text after the end", `${GOOD}<more/>`],
    ["another vocabulary", GOOD.replace("eurofxref", "other")],
    ["a missing currency", dailyFile("<Cube currency='USD' rate='1.1612'/>")],
    ["a duplicate currency", dailyFile(`${RATES}<Cube currency='USD' rate='1.2'/>`)],
    ["a rate of zero", dailyFile(RATES.replace("1.1612", "0"))],
    ["a negative rate", dailyFile(RATES.replace("1.1612", "-1.1612"))],
    ["an exponent", dailyFile(RATES.replace("1.1612", "1e2"))],
    ["NaN", dailyFile(RATES.replace("1.1612", "NaN"))],
    ["a rate a million times off", dailyFile(RATES.replace("1.1612", "1161200"))],
    ["a rate without its currency", dailyFile(`${RATES}<Cube rate='1'/>`)],
    ["a day that does not exist", dailyFile(RATES, "2026-02-30")],
    ["no day", `${HEAD}<Cube><Cube>${RATES}</Cube></Cube></gesmes:Envelope>`],
    [
      "a document type with entities",
      GOOD.replace("?>", '?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'),
    ],
  ];
  test.each(refused)("is rejected with %s", (_, xml) => {
    expect(() => parseDailyFile(xml)).toThrow(RatesError);
  });

  test("is rejected if it contains rates for a second day", () => {
    const second = `<Cube time='2026-11-19'>${RATES.replaceAll("1.1612", "1.2")}</Cube></Cube>`;
    expect(() => parseDailyFile(GOOD.replace(/<\/Cube><\/Cube>/, `</Cube>${second}`))).toThrow(
      RatesError,
    );
  });
});

describe("the ECB source", () => {
  let server: Server | undefined;

  async function serve(listener: RequestListener): Promise<string> {
    server = createServer(listener);
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/eurofxref-daily.xml`;
  }

  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  test("is fetched and parsed", async () => {
    const url = await serve((_, reply) => reply.end(GOOD));
    const sheet = await ecbRates(url).fetchRates();
    expect(sheet.source).toBe("European Central Bank");
  });

  const failing: readonly (readonly [string, RequestListener, RegExp])[] = [
    ["answers 500", (_, reply) => void reply.writeHead(500).end(GOOD), /answered 500/],
    [
      "redirects",
      (_, reply) => void reply.writeHead(302, { location: "/other" }).end(),
      /could not be read/,
    ],
    ["sends bad XML", (_, reply) => void reply.end("<gesmes:Envelope"), /XML|envelope/],
    ["sends invalid UTF-8", (_, reply) => void reply.end(Buffer.from([0xff, 0xfe])), /read/],
    ["sends far too much", (_, reply) => void reply.end(`${GOOD}${" ".repeat(70_000)}`), /more/],
    ["drops the connection", (request) => void request.socket.destroy(), /could not be read/],
  ];
  test.each(failing)("is rejected if it %s", async (_, listener, reason) => {
    const url = await serve(listener);
    await expect(ecbRates(url).fetchRates()).rejects.toThrow(reason);
  });

  test("is aborted in time if its response stalls", async () => {
    const url = await serve((_, reply) => void reply.writeHead(200).write(GOOD.slice(0, 100)));
    const started = performance.now();
    await expect(ecbRates(url, 200).fetchRates()).rejects.toThrow(RatesError);
    // Without its own time limit, the request would be aborted after 5 s.
    expect(performance.now() - started).toBeLessThan(4_500);
  });
});

test("bundled rates: contain every currency and a date", async () => {
  const sheet = await bundledRates().fetchRates();
  expect(sheet.source).toBe("Tessera sample rates");
  expect(sheet.ratedAt.getTime()).toBeGreaterThan(0);
});
