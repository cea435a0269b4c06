import type { Kysely } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

type MailboxTables = {
  sandbox_mail: Table<"sandbox_mail">;
};

/** An email as stored by the sandbox. */
export interface StoredMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly sentAt: Date;
}

const NEWEST = 200;

function tables(tx: Tx): Kysely<MailboxTables> {
  return tx.withTables<MailboxTables>();
}

export async function storeMail(tx: Tx, mail: StoredMail): Promise<void> {
  await tables(tx)
    .insertInto("sandbox_mail")
    .values({
      id: mail.id,
      recipient: mail.to,
      subject: mail.subject,
      text_body: mail.text,
      html_body: mail.html,
      sent_at: mail.sentAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Lists the newest 200 emails, newest first. If `to` is set, lists only those sent to that address.
 */
export async function listMail(tx: Tx, to?: string): Promise<StoredMail[]> {
  const rows = await tables(tx)
    .selectFrom("sandbox_mail")
    .selectAll()
    .$if(to !== undefined, (query) => query.where("recipient", "=", to ?? ""))
    .orderBy("sent_at", "desc")
    .orderBy("id", "desc")
    .limit(NEWEST)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.text_body,
    html: row.html_body,
    sentAt: row.sent_at,
  }));
}

export async function findMail(tx: Tx, id: string): Promise<StoredMail | undefined> {
  return (await listMail(tx)).find((mail) => mail.id === id);
}
