import { describe, expect, it } from "vitest";
import {
  ACCOUNT,
  CREDIT,
  DEBIT,
  readText,
  STATEMENT,
  statementText,
  TODAY,
} from "./statements.fixtures.ts";

async function problemsOf(content: string | Uint8Array) {
  const { problems } = await readText(content);
  return problems.map(({ code }) => code);
}

const base = statementText();
const change = (from: string | RegExp, to: string) => {
  const changed = base.replace(from, to);
  expect(changed).not.toBe(base);
  return changed;
};

describe("camt.053: a statement", () => {
  it("is read with its balances, entries and payers", async () => {
    const { events, problems } = await readText(base);
    expect(problems).toEqual([]);
    expect(events).toMatchObject([
      {
        type: "statement",
        header: {
          account: ACCOUNT,
          currency: "EUR",
          statementId: "2026-330",
          openingMinor: 10_000n,
          closingMinor: 15_000n,
          closingOn: TODAY,
        },
      },
      {
        type: "entry",
        entry: {
          line: 10,
          transactions: [
            {
              key: "S:B-1",
              isCredit: true,
              amountMinor: 6_000n,
              bookedOn: TODAY,
              remittance: "Invoice 7",
              partyName: "Anna Example",
              partyAccount: "DE89370400440532013000",
              endToEndId: null,
            },
          ],
        },
      },
      { type: "entry", entry: { transactions: [{ key: "S:B-2", isCredit: false }] } },
      { type: "end" },
    ]);
  });

  it("is read the same in pieces of any size, with a byte order mark, and in CDATA", async () => {
    const whole = await readText(base);
    const text = base.replace("Invoice 7", "<![CDATA[Invoice 7]]>");
    for (const size of [1, 7, 1_000, 1_000_000]) {
      expect(await readText(`\uFEFF${text}`, size)).toEqual(whole);
    }
  });

  it.each(["02", "04", "06", "08", "13", "14"])("of version %s is read", async (version) => {
    const text = base.replace("001.08", `001.${version}`);
    const older = text.replaceAll("<Sts><Cd>BOOK</Cd></Sts>", "<Sts>BOOK</Sts>");
    const { events, problems } = await readText(Number(version) < 8 ? older : text);
    expect(problems).toEqual([]);
    expect(events).toHaveLength(4);
  });

  it("with a prefix for its namespace, comments, and data of others is read", async () => {
    const text = base
      .replaceAll(/<(\/?)([A-Z])/g, "<$1c:$2")
      .replace("xmlns=", "xmlns:c=")
      .replace("<c:Stmt>", "<!-- a comment --><c:Stmt>")
      .replace(
        "</c:TxDtls>",
        '<c:SplmtryData><c:Envlp><x xmlns="urn:x"><Amt/></x></c:Envlp></c:SplmtryData></c:TxDtls>',
      );
    expect((await readText(text)).problems).toEqual([]);
  });

  it("may be indented, however many entries it has", async () => {
    const space = " ".repeat(120_000);
    const text = base.replaceAll("<Ntry>", `${space}<Ntry>`).replace("</Stmt>", `${space}</Stmt>`);
    expect((await readText(text)).problems).toEqual([]);
  });

  it("keeps an entry that is not booked apart, and counts it in no balance", async () => {
    const pending = { ...CREDIT, reference: "B-3", status: "PDNG" } as const;
    const { events, problems } = await readText(statementText({}, [CREDIT, DEBIT, pending]));
    expect(problems).toEqual([]);
    expect(events).toContainEqual({
      ...{ type: "pending", format: "camt.053" },
      ...{ isCredit: true, amountMinor: 6_000n },
    });
  });

  it("whose entry lists several transactions with amounts yields each of them", async () => {
    const transaction = (amount: string, id: string) =>
      `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt>` +
      "<CdtDbtInd>CRDT</CdtDbtInd></TxDtls>";
    const batch = (amounts: readonly string[]) =>
      base.replace(
        /<TxDtls>.*?<\/TxDtls>/,
        amounts.map((amount, n) => transaction(amount, `E-${n}`)).join(""),
      );
    const transactions = async (text: string) => {
      const { events } = await readText(text);
      const entry = events.find(({ type }) => type === "entry");
      return entry?.type === "entry" ? entry.entry.transactions : [];
    };
    const listed = await transactions(batch(["20.00", "40.00"]));
    expect(listed.map(({ n, amountMinor }) => [n, amountMinor])).toEqual([
      [1, 2_000n],
      [2, 4_000n],
    ]);
    // They are not all of the entry, so it stays whole and names no payer.
    expect(await transactions(batch(["20.00", "39.00"]))).toMatchObject([
      { n: 1, amountMinor: 6_000n, endToEndId: null },
    ]);
  });
});

const transactionOf = async (text: string) => {
  const { events, problems } = await readText(text);
  expect(problems).toEqual([]);
  const entry = events.find(({ type }) => type === "entry");
  return entry?.type === "entry" ? entry.entry.transactions[0] : undefined;
};

describe("camt.053: a transaction", () => {
  it("has no id where the bank only says that there is none", async () => {
    const refs =
      "<TxId>NOTPROVIDED</TxId><InstrId>nonref</InstrId><AcctSvcrRef>-</AcctSvcrRef>" +
      "<UETR>eb6305c9-1f7f-49de-aed0-16487c27b42d</UETR>";
    const text = change("<EndToEndId>NOTPROVIDED</EndToEndId>", refs).replace(
      /<Refs>(.*?)(<TxId>.*?<\/TxId>)(.*?<\/AcctSvcrRef>)(<UETR>.*?<\/UETR>)/,
      "<Refs><AcctSvcrRef>-</AcctSvcrRef><InstrId>nonref</InstrId>$4$2",
    );
    expect(await transactionOf(text)).toMatchObject({
      transactionIds: ["eb6305c9-1f7f-49de-aed0-16487c27b42d"],
    });
  });

  it.each([
    ["its own amount is smaller", /(<\/Refs>)/, '$1<Amt Ccy="EUR">20.00</Amt>'],
    [
      "the bank says that it booked several",
      /<NtryDtls>/,
      "<NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch>",
    ],
    ["it goes the other way", /(<\/Refs>)/, "$1<CdtDbtInd>DBIT</CdtDbtInd>"],
  ])("is not the whole entry if %s, and credits nobody with it", async (_, from, to) => {
    const noted = change("</NtryDtls>", "</NtryDtls><AddtlNtryInf>RF69 1</AddtlNtryInf>");
    expect(noted.replace(from, to)).not.toBe(noted);
    expect(await transactionOf(noted.replace(from, to))).toMatchObject({
      ...{ amountMinor: 6_000n, remittance: "", partyName: null },
    });
    expect(await transactionOf(noted)).toMatchObject({ partyName: "Anna Example" });
  });

  it("that takes back another one names the parties of that one", async () => {
    const reversal = { ...DEBIT, isReversal: true, partyName: "Shop" };
    const text = statementText({ closingMinor: 9_000n }, [reversal]).replace(
      "<RltdPties>",
      "<RltdPties><Dbtr><Pty><Nm>Anna Example</Nm></Pty></Dbtr>",
    );
    expect(await transactionOf(text)).toMatchObject({ partyName: "Anna Example" });
  });

  it("keeps whole characters of an account that is too long", async () => {
    const text = change("DE89370400440532013000", `${"A".repeat(33)}\u{1F600}\u{1F600}`);
    const { partyAccount } = (await transactionOf(text)) ?? {};
    expect(partyAccount).toBe(`${"A".repeat(33)}\u{1F600}`);
  });
});

describe("camt.053: a file is refused", () => {
  it.each([
    ["that is empty", "", "empty_file"],
    ["that is no XML", "<Document", "not_xml"],
    ["with unbalanced tags", base.replace("</Stmt>", ""), "not_xml"],
    ["with a document type", base.replace("<Document", "<!DOCTYPE x><Document"), "document_type"],
    ["with an entity", base.replace("Invoice 7", "&x;"), "not_xml"],
    ["with an instruction", base.replace("<Stmt>", "<?php x?><Stmt>"), "processing_instruction"],
    ["in another encoding", base.replace("UTF-8", "ISO-8859-1"), "not_utf8"],
    ["in UTF-16", Buffer.from(`\uFEFF${base}`, "utf16le"), "not_utf8"],
    ["that is not valid UTF-8", Buffer.concat([Buffer.from(base), Buffer.of(0xff)]), "not_utf8"],
    ["of another message", base.replace("camt.053", "camt.052"), "not_camt053"],
    ["of an unknown version", base.replace("001.08", "001.99"), "not_camt053"],
    [
      "nested too deeply",
      base.replace("Invoice 7", `${"<a>".repeat(40)}${"</a>".repeat(40)}`),
      "too_deep",
    ],
    ["with a huge text", base.replace("Invoice 7", "x".repeat(300_000)), "too_long"],
    ["with an unknown element", base.replace("<Ntry>", "<Ntry><Sum/>"), "wrong_element"],
    ["with an element of others", base.replace("<Ntry>", '<Ntry xmlns="urn:x">'), "wrong_element"],
    [
      "with two accounts",
      base.replace(/<IBAN>.*?<\/IBAN>|<Othr>.*?<\/Othr>/, "$&$&"),
      "wrong_order",
    ],
    [
      "with a flood of balances",
      base.replace(/( +<Bal>.*<\/Bal>\n)/, "$1".repeat(200)),
      "too_long",
    ],
    ["with a repeated amount", base.replace(/(<Ntry>)(<Amt.*?<\/Amt>)/, "$1$2$2"), "wrong_order"],
    [
      "with balances after the entries",
      base.replace(/( +<Bal>[\s\S]*<\/Bal>\n)([\s\S]*)( +<\/Stmt>)/, "$2$1$3"),
      "no_opening_balance",
    ],
  ] as const)("%s", async (_, content, code) => {
    expect(await problemsOf(content)).toEqual([code]);
  });

  it.each([
    ["of an account that is not ours", { account: "DE89370400440532013000" }, "unknown_account"],
    ["in another currency", { currency: "USD" }, "account_currency"],
    ["that does not balance", { closingMinor: 15_001n }, "unbalanced"],
    ["that closes in the future", { closingOn: "2026-11-28" }, "future_date"],
  ] as const)("%s", async (_, over, code) => {
    expect(await problemsOf(statementText(over))).toContain(code);
  });

  it.each([
    ["with a malformed amount", [">60.00<", ">60,00<"], "bad_amount"],
    ["with an amount of zero", [">60.00<", ">0.00<"], "bad_amount"],
    ["with three decimals", [">60.00<", ">60.000<"], "too_many_decimals"],
    [
      "with an amount beyond the ledger's",
      [">60.00<", ">1000000000000.00<"],
      "amount_out_of_range",
    ],
    [
      "with an entry in another currency",
      ['<Ntry><Amt Ccy="EUR"', '<Ntry><Amt Ccy="USD"'],
      "entry_currency",
    ],
    ["without a direction", ["</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>", "</Amt><Sts>"], "missing"],
    [
      "with an unknown direction",
      ["</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>", "</Amt><CdtDbtInd>IN</CdtDbtInd><Sts>"],
      "bad_code",
    ],
    ["with an unknown status", ["BOOK", "DONE"], "bad_code"],
    [
      "with a day that does not exist",
      ["<BookgDt><Dt>2026-11-27", "<BookgDt><Dt>2026-02-30"],
      "bad_date",
    ],
    [
      "with a day in the future",
      ["<BookgDt><Dt>2026-11-27", "<BookgDt><Dt>2026-11-28"],
      "future_date",
    ],
    [
      "without a reference of the entry",
      ["<AcctSvcrRef>B-1</AcctSvcrRef>", ""],
      "no_entry_reference",
    ],
    [
      "with a reference that says that there is none",
      ["<AcctSvcrRef>B-1<", "<AcctSvcrRef>NONREF<"],
      "no_entry_reference",
    ],
    [
      "with an invisible character in a reference",
      ["<AcctSvcrRef>B-1<", "<AcctSvcrRef>B-\u202E1<"],
      "bad_reference",
    ],
    ["without a closing balance", ["CLBD", "CLAV"], "no_closing_balance"],
    ["without an opening balance", ["OPBD", "OPAV"], "no_opening_balance"],
    ["with the same entry twice", ["<AcctSvcrRef>B-2<", "<AcctSvcrRef>B-1<"], "duplicate_entry"],
    [
      "split into pages",
      ["<CreDtTm>2026-11-27T23:59:00Z</CreDtTm>\n      <Acct>", "<Acct>"],
      "paginated",
    ],
  ] as const)("%s", async (_, [from, to], code) => {
    const isPaged = code === "paginated";
    const paged = base.replace(
      /(<Stmt>\s*<Id>[^<]*<\/Id>)/,
      "$1<StmtPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>",
    );
    expect(await problemsOf(isPaged ? paged : change(from, to))).toContain(code);
  });

  it.each([
    ["TtlNtries", "<TtlNtries><NbOfNtries>3</NbOfNtries></TtlNtries>"],
    ["TtlCdtNtries/Sum", "<TtlCdtNtries><Sum>61.0</Sum></TtlCdtNtries>"],
    ["TtlDbtNtries", "<TtlDbtNtries><NbOfNtries>2</NbOfNtries></TtlDbtNtries>"],
  ])("whose %s is wrong, and not if it is right", async (name, summary) => {
    const at = base.indexOf("      <Ntry>");
    const summed = (text: string) =>
      `${base.slice(0, at)}<TxsSummry>${text}</TxsSummry>${base.slice(at)}`;
    const { problems } = await readText(summed(summary));
    expect(problems).toMatchObject([{ code: "wrong_sum", value: name }]);
    const right =
      "<TtlNtries><NbOfNtries>2</NbOfNtries></TtlNtries>" +
      "<TtlCdtNtries><NbOfNtries>1</NbOfNtries><Sum>60.000</Sum></TtlCdtNtries>" +
      "<TtlDbtNtries><NbOfNtries>1</NbOfNtries><Sum>10</Sum></TtlDbtNtries>";
    expect(await problemsOf(summed(right))).toEqual([]);
  });

  it("with every problem and its line at once", async () => {
    const entries = [
      { ...CREDIT, bookedOn: "2027-01-01" },
      { ...DEBIT, bookedOn: "2027-01-02" },
    ];
    const { problems } = await readText(statementText({}, entries));
    expect(problems.map(({ code, line }) => [code, line])).toEqual([
      ["future_date", 10],
      ["future_date", 11],
    ]);
  });

  it("whose sums are larger than the ledger can hold, although its balances are not", async () => {
    const amountMinor = 90_000_000_000_000n;
    const entries = [
      { ...CREDIT, amountMinor },
      { ...CREDIT, reference: "B-3", amountMinor },
      { ...DEBIT, amountMinor },
      { ...DEBIT, reference: "B-4", amountMinor },
    ];
    const text = statementText({ closingMinor: STATEMENT.openingMinor }, entries);
    expect(await problemsOf(text)).toEqual(["amount_out_of_range", "amount_out_of_range"]);
  });

  it("as soon as it has fifty problems", async () => {
    const entries = Array.from({ length: 80 }, (_, n) => ({
      ...{ ...CREDIT, reference: `B-${n}`, bookedOn: "2027-01-01" },
    }));
    expect((await readText(statementText(STATEMENT, entries))).problems).toHaveLength(50);
  });
});
