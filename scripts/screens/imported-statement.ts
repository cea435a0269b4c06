import { administrator } from "../../e2e/src/operators.ts";

const COLUMNS =
  "reference,booked,valued,direction,amount,status,reversal,end_to_end,creditor_reference," +
  "remittance,party,party_account";

/**
 * Imports a statement with transfers that name no customer, so that an operator has some to assign
 * or return.
 *
 * @throws Error if the server refuses it
 */
export async function importStatement(origin: string): Promise<void> {
  const { token } = await administrator(origin);
  const day = new Date().toISOString().slice(0, 10);
  const text = [
    ...["format,tessera-statement-1", "account,XX93DEMO0000000000000003", "currency,EUR"],
    ...["statement,2026-330", "opening,1000.00", "closing,1287.50", `closed,${day}`, COLUMNS],
    `S-1,${day},,credit,250.00,booked,no,,,Top-up for my card,Anna Example,DE89370400440532013000`,
    `S-2,${day},,credit,42.00,booked,no,,,RF69 0010 0000 0004 2,Ben Example,`,
    `S-3,${day},,debit,4.50,booked,no,,,Account fee,Demo Bank,`,
  ].join("\n");
  const answer = await fetch(`${origin}/api/admin/bank/statements`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "text/csv" },
    body: text,
  });
  const { imported } = (await answer.json()) as { readonly imported?: boolean };
  if (imported !== true) {
    throw new Error(`The bank statement was not imported: status ${answer.status}.`);
  }
}
