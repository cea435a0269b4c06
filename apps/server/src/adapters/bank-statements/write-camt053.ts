import { type CurrencyCode, formatAmount } from "@tessera/money";

/** An entry to write. */
export interface SampleEntry {
  readonly reference: string;
  readonly isCredit: boolean;
  readonly amountMinor: bigint;
  readonly bookedOn: string;
  readonly status?: "BOOK" | "PDNG";
  readonly isReversal?: boolean;
  readonly endToEndId?: string;
  /** A creditor reference in its own field. */
  readonly creditorReference?: string;
  readonly remittance?: string;
  readonly partyName?: string;
  readonly partyAccount?: string;
}

export interface SampleStatement {
  readonly account: string;
  readonly currency: CurrencyCode;
  readonly statementId: string;
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
  readonly openingOn: string;
  readonly closingOn: string;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function element(name: string, text: string | undefined): string {
  return text === undefined ? "" : `<${name}>${escaped(text)}</${name}>`;
}

function indicator(isCredit: boolean): string {
  return `<CdtDbtInd>${isCredit ? "CRDT" : "DBIT"}</CdtDbtInd>`;
}

function accountId(account: string): string {
  const isIban = /^[A-Z]{2}\d{2}/.test(account);
  return isIban ? element("IBAN", account) : `<Othr>${element("Id", account)}</Othr>`;
}

function balance(code: string, amountMinor: bigint, on: string, currency: CurrencyCode): string {
  const size = amountMinor < 0n ? -amountMinor : amountMinor;
  return (
    `      <Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>` +
    `<Amt Ccy="${currency}">${formatAmount(size, currency)}</Amt>` +
    `${indicator(amountMinor >= 0n)}<Dt><Dt>${on}</Dt></Dt></Bal>\n`
  );
}

/** Returns an entry of version 08, as one line. */
export function camtEntry(entry: SampleEntry, currency: CurrencyCode): string {
  const party = entry.isCredit ? "Dbtr" : "Cdtr";
  const hasParty = entry.partyName !== undefined || entry.partyAccount !== undefined;
  const name =
    entry.partyName && `<${party}><Pty>${element("Nm", entry.partyName)}</Pty></${party}>`;
  const account =
    entry.partyAccount && `<${party}Acct><Id>${accountId(entry.partyAccount)}</Id></${party}Acct>`;
  const strd =
    entry.creditorReference &&
    `<Strd><CdtrRefInf>${element("Ref", entry.creditorReference)}</CdtrRefInf></Strd>`;
  const remittance = `${element("Ustrd", entry.remittance)}${strd ?? ""}`;
  const refs = element("EndToEndId", entry.endToEndId ?? "NOTPROVIDED");
  return (
    `      <Ntry><Amt Ccy="${currency}">${formatAmount(entry.amountMinor, currency)}</Amt>` +
    indicator(entry.isCredit) +
    (entry.isReversal === true ? "<RvslInd>true</RvslInd>" : "") +
    `<Sts><Cd>${entry.status ?? "BOOK"}</Cd></Sts>` +
    `<BookgDt><Dt>${entry.bookedOn}</Dt></BookgDt><ValDt><Dt>${entry.bookedOn}</Dt></ValDt>` +
    element("AcctSvcrRef", entry.reference) +
    "<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn>" +
    "</BkTxCd>" +
    `<NtryDtls><TxDtls><Refs>${refs}</Refs>` +
    (hasParty ? `<RltdPties>${name ?? ""}${account ?? ""}</RltdPties>` : "") +
    (remittance === "" ? "" : `<RmtInf>${remittance}</RmtInf>`) +
    "</TxDtls></NtryDtls></Ntry>\n"
  );
}

/** Returns the part of a camt.053.001.08 message before its entries. */
export function camtHead(statement: SampleStatement): string {
  const { account, currency, statementId, openingMinor, closingMinor } = statement;
  const created = `${statement.closingOn}T23:59:00Z`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">\n' +
    "  <BkToCstmrStmt>\n" +
    `    <GrpHdr>${element("MsgId", statementId)}<CreDtTm>${created}</CreDtTm></GrpHdr>\n` +
    `    <Stmt>\n      ${element("Id", statementId)}<CreDtTm>${created}</CreDtTm>\n` +
    `      <Acct><Id>${accountId(account)}</Id><Ccy>${currency}</Ccy></Acct>\n` +
    balance("OPBD", openingMinor, statement.openingOn, currency) +
    balance("CLBD", closingMinor, statement.closingOn, currency)
  );
}

/** The part of a camt.053 message after its entries. */
export const CAMT_TAIL = "    </Stmt>\n  </BkToCstmrStmt>\n</Document>\n";

/** Returns a whole camt.053.001.08 message. */
export function camt053Of(statement: SampleStatement, entries: readonly SampleEntry[]): string {
  const lines = entries.map((entry) => camtEntry(entry, statement.currency));
  return `${camtHead(statement)}${lines.join("")}${CAMT_TAIL}`;
}
