import type { StatementProblems } from "./statement-problem.ts";
import type { OpenedElement } from "./xml-reader.ts";

/**
 * The children of the elements that the import reads, in the order of the ISO schemas
 * camt.053.001.02 to .14. A name of any of these versions is accepted in its place.
 */
const SEQUENCES: Readonly<Record<string, string>> = {
  Stmt:
    "Id StmtPgntn ElctrncSeqNb RptgSeq LglSeqNb CreDtTm FrToDt CpyDplctInd RptgSrc Acct RltdAcct " +
    "Intrst* Bal* TxsSummry Ntry* AddtlStmtInf",
  Bal: "Tp CdtLine* Amt CdtDbtInd Dt Avlbty*",
  Ntry:
    "NtryRef Amt CdtDbtInd RvslInd Sts BookgDt ValDt AcctSvcrRef Avlbty* BkTxCd ComssnWvrInd " +
    "AddtlInfInd AmtDtls Chrgs* TechInptChanl Intrst* CardTx NtryDtls* AddtlNtryInf",
  NtryDtls: "Btch TxDtls*",
  TxDtls:
    "Refs Amt CdtDbtInd AmtDtls Avlbty* BkTxCd Chrgs* Intrst* RltdPties RltdAgts LclInstrm " +
    "PmtTpInf Purp RltdRmtInf* RmtInf RltdDts RltdPric RltdQties* FinInstrmId Tax RtrInf " +
    "CorpActn RltdCorpActn SfkpgAcct UndrlygAllcn* CshDpst* CardTx InstrCpy AddtlTxInf " +
    "SplmtryData*",
  Refs:
    "MsgId AcctSvcrRef PmtInfId InstrId EndToEndId UETR TxId MndtId ChqNb ClrSysRef " +
    "AcctOwnrTxId AcctSvcrTxId MktInfrstrctrTxId PrcgId RtrId Prtry*",
};

interface Place {
  readonly at: number;
  readonly repeats: boolean;
}

const PLACES: ReadonlyMap<string, ReadonlyMap<string, Place>> = new Map(
  Object.entries(SEQUENCES).map(([parent, children]) => [
    parent,
    new Map(
      children
        .split(" ")
        .map((child, at) => [child.replace("*", ""), { at, repeats: child.endsWith("*") }]),
    ),
  ]),
);

/** Checks that the children of an element are those of the schema, in order and not repeated. */
export class SequenceCheck {
  readonly #problems: StatementProblems;
  /** How far each open element has come, by depth. */
  readonly #reached: (number | undefined)[] = [];

  constructor(problems: StatementProblems) {
    this.#problems = problems;
  }

  /** Checks an element as it opens. */
  opened({ name, parent, depth, line }: OpenedElement): void {
    this.#reached[depth] = undefined;
    const places = PLACES.get(parent);
    if (places === undefined) {
      return;
    }
    const place = places.get(name);
    const before = this.#reached[depth - 1] ?? -1;
    if (place === undefined) {
      this.#problems.stop("wrong_element", line, name);
    }
    if (place.at < before || (place.at === before && !place.repeats)) {
      this.#problems.stop("wrong_order", line, name);
    }
    this.#reached[depth - 1] = place.at;
  }
}
