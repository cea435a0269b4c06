import { SaxesParser, type SaxesTagNS } from "saxes";
import { makeRateSheet } from "./rate-sheet.ts";
import { type RateSheet, RatesError } from "./rates-provider.ts";

const SOURCE = "European Central Bank";
const VOCABULARY = "http://www.ecb.int/vocabulary/2002-08-01/eurofxref";
const ENVELOPE = "http://www.gesmes.org/xml/2002-08-01";

interface DailyFile {
  readonly days: string[];
  readonly rates: Map<string, string>;
}

function attribute(tag: SaxesTagNS, name: string): string | undefined {
  return tag.attributes[name]?.value;
}

function readCube(tag: SaxesTagNS, file: DailyFile): void {
  const day = attribute(tag, "time");
  if (day !== undefined) {
    file.days.push(day);
  }
  const currency = attribute(tag, "currency");
  const rate = attribute(tag, "rate");
  if ((currency === undefined) !== (rate === undefined)) {
    throw new RatesError("A rate of the daily file lacks its currency or its value");
  }
  if (currency !== undefined && rate !== undefined) {
    if (file.days.length !== 1 || file.rates.has(currency)) {
      throw new RatesError(`The daily file gives ${currency.slice(0, 10)} twice or without a day`);
    }
    file.rates.set(currency, rate);
  }
}

/**
 * Parses the European Central Bank's daily file of reference rates. The parser is strict: it
 * accepts only well-formed XML in the bank's vocabulary, with a single day, each currency once, and
 * no document type (and therefore no entities).
 *
 * @throws RatesError for anything else
 */
export function parseDailyFile(xml: string): RateSheet {
  const file: DailyFile = { days: [], rates: new Map() };
  const parser = new SaxesParser({ xmlns: true });
  let root: SaxesTagNS | undefined;
  parser.on("doctype", () => {
    throw new RatesError("The daily file declares a document type");
  });
  parser.on("error", (error) => {
    throw new RatesError("The daily file is not well-formed XML", "invalid", error);
  });
  parser.on("opentag", (tag) => {
    root ??= tag;
    if (tag.local === "Cube" && tag.uri === VOCABULARY) {
      readCube(tag, file);
    }
  });
  parser.write(xml).close();
  if (root?.local !== "Envelope" || root.uri !== ENVELOPE) {
    throw new RatesError("The daily file is not the bank's envelope");
  }
  return makeRateSheet(SOURCE, file.days[0] ?? "", file.rates);
}
