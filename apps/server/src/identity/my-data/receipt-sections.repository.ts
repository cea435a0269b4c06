import { receiptPath } from "./archive-paths.ts";
import type { Section } from "./archive-section.ts";

/** The customer's receipts, and what they noted about payments. */
export const RECEIPT_SECTIONS: readonly Section[] = [
  {
    name: "receipts",
    tables: ["receipt"],
    sql: `select r.id, r.name, r.kind, r.bytes, r.amount_minor, r.currency, r.paid_on, r.merchant,
        r.created_at
      from receipt r where r.customer_id = $1::uuid order by r.id`,
    open: async (_, __, rows) => rows.map((row) => ({ ...row, file: receiptPath(row) })),
  },
  {
    name: "receipt_payments",
    tables: ["receipt_payment"],
    sql: `select p.receipt_id, p.movement_id, p.attached_at
      from receipt_payment p where p.customer_id = $1::uuid order by p.receipt_id, p.movement_id`,
  },
  {
    name: "payment_notes",
    tables: ["payment_note"],
    sql: `select n.movement_id, n.memo, n.project, n.tax_code, n.changed_at
      from payment_note n where n.customer_id = $1::uuid order by n.movement_id`,
  },
];
