import type {
  CaseItem,
  CaseKind,
  CaseStatus,
  CaseStepAct,
} from "@tessera/contract/back-office/reviews.schemas";
import type { DocumentType } from "@tessera/contract/files";
import type { CurrencyCode } from "@tessera/money";
import type { Generated, Selectable } from "kysely";

interface ReviewCaseTable {
  id: string;
  kind: CaseKind;
  subject_id: string;
  customer_id: string;
  status: CaseStatus;
  revision: number;
  amount_minor: bigint | null;
  currency: CurrencyCode | null;
  reasons: string[];
  label: string | null;
  needs_two: boolean;
  assignee_id: string | null;
  assignee: string | null;
  opened_at: Date;
  due_at: Date | null;
  left_seconds: number | null;
  asked: CaseItem[];
  missing: CaseItem[];
  asked_note: string | null;
  answer_due_at: Date | null;
  decided_at: Date | null;
  decided_by_id: string | null;
  decided_by: string | null;
  decision_reason: string | null;
  appealed_at: Date | null;
  appeal_note: string | null;
  rejected_by_id: string | null;
  changed_at: Date;
  changed_by: string;
}

interface ReviewApprovalTable {
  case_id: string;
  revision: number;
  operator_id: string;
  operator: string;
  at: Date;
}

interface ReviewStepTable {
  id: Generated<bigint>;
  case_id: string;
  at: Date;
  side: "customer" | "operator" | "system";
  actor: string;
  act: CaseStepAct;
  note: string | null;
  data: Readonly<Record<string, unknown>>;
}

interface ReviewDocumentTable {
  id: string;
  case_id: string;
  customer_id: string;
  item: CaseItem;
  name: string;
  type: DocumentType;
  bytes: number;
  content_index: Buffer;
  key_id: string;
  wrapped_key: Buffer;
  /** Null if they are outside the database. */
  sealed: Buffer | null;
  created_at: Date;
}

interface ReviewFlagTable {
  customer_id: string;
  reason: string;
  flagged_by: string;
  flagged_at: Date;
}

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
