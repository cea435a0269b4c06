import type { CaseItem } from "@tessera/contract/back-office/reviews.schemas";
import type { Selectable } from "kysely";
import type { Table } from "../../platform/database/table.ts";

type ReviewCaseTable = Table<"review_case", { asked: CaseItem[]; missing: CaseItem[] }>;

type ReviewApprovalTable = Table<"review_approval">;

type ReviewStepTable = Table<"review_step", { data: Readonly<Record<string, unknown>> }>;

type ReviewDocumentTable = Table<"review_document">;

type ReviewFlagTable = Table<"review_flag">;

export type ReviewsTables = {
  review_document: ReviewDocumentTable;
  review_flag: ReviewFlagTable;
  review_case: ReviewCaseTable;
  review_approval: ReviewApprovalTable;
  review_step: ReviewStepTable;
};

export type CaseRow = Selectable<ReviewCaseTable>;
export type StepRow = Selectable<ReviewStepTable>;
export type ApprovalRow = Selectable<ReviewApprovalTable>;
export type DocumentRow = Selectable<ReviewDocumentTable>;
/** A document without its content. */
export type DocumentFacts = Pick<
  DocumentRow,
  "id" | "case_id" | "customer_id" | "item" | "name" | "type" | "bytes" | "created_at"
>;
