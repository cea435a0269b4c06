import type { CurrencyTotal, Statement, StatementLine } from "./statement.ts";

const CARD = {
  currency: "USD",
  card: { id: "01900000-0000-7000-8000-0000000000c1", nickname: "Ads", last4: "4242" },
  accounts: [1001n, 1002n],
} as const;

function idOf(n: number): string {
  return `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`;
}

/** Returns line number `n` of a sample statement. */
export function lineOf(n: number, given: Partial<StatementLine> = {}): StatementLine {
  return {
    id: idOf(n),
    root_id: idOf(n),
    place: 1,
    amount: -1_234n,
    fee: 0n,
    event_at: new Date(Date.UTC(2026, 10, 1, 4, 30) + n * 1_000),
    local: new Date(Date.UTC(2026, 10, 1, 0, 30) + n * 1_000).toISOString().slice(0, -1),
    offset_minutes: -240,
    kind: "purchase",
    step: "clearing",
    status: "completed",
    title: "Adobe",
    mcc: "5734",
    source: null,
    asset: null,
    country: "US",
    card_id: CARD.card.id,
    currency: "USD",
    merchant_amount: null,
    exchange_rate: null,
    pocket: CARD,
    balanceMinor: 10_000n - 1_234n,
    ...given,
  };
}

interface Given {
  readonly batches?: () => Iterable<readonly StatementLine[]>;
  readonly rows?: number;
  readonly language?: "en" | "zh-CN" | "zh-TW";
  readonly totals?: readonly CurrencyTotal[];
}

const TOTALS: readonly CurrencyTotal[] = [
  {
    currency: "USD",
    openingMinor: 10_000n,
    movementsMinor: -1_234n,
    otherKindsMinor: 0n,
    closingMinor: 8_766n,
    rows: 1,
  },
];

/** Returns a statement for one card, with a single line by default. */
export function statementOf({ batches = () => [[lineOf(1)]], ...given }: Given = {}): Statement {
  const { rows = 1, language = "en", totals = TOTALS } = given;
  return {
    question: {
      fromDay: "2026-11-01",
      toDay: "2026-11-30",
      timeZone: "America/New_York",
      accounts: ["USD"],
      cards: null,
      kinds: null,
      format: "csv",
      language,
    },
    from: {
      at: new Date("2026-11-01T04:00:00Z"),
      local: "2026-11-01T00:00:00.000",
      offset_minutes: -240,
    },
    to: {
      at: new Date("2026-12-01T05:00:00Z"),
      local: "2026-12-01T00:00:00.000",
      offset_minutes: -300,
    },
    balances: [{ pocket: CARD, openingMinor: 10_000n, closingMinor: 8_766n }],
    rows,
    async *lines() {
      yield* batches();
    },
    totals: () => totals,
  };
}

/** Collects a writer's complete output. */
export async function written(pieces: AsyncIterable<string | Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) {
    all.push(Buffer.from(piece));
  }
  return Buffer.concat(all);
}

/** Parses a CSV file into records of fields, strictly according to RFC 4180. */
export function csvRecords(text: string): string[][] {
  const records: string[][] = [];
  let fields: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (const [, quoted, plain, end] of text.matchAll(field)) {
    fields.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") {
      records.push(fields);
      fields = [];
    }
  }
  return records;
}
