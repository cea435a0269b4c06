import { CURRENCIES, formatAmount, isCurrency } from "@tessera/money";
import {
  DATABASE_MARK,
  type DatabaseMark,
} from "../../startup/database-mark/database-mark.repository.ts";
import type { ArchiveContext, Row } from "./archive-section.ts";
import { ARCHIVE_SECTIONS } from "./archive-sections.ts";
import { type ArchiveSource, firstRow } from "./archive-source.repository.ts";

/** The customer of an archive, and when it was created. */
export interface ArchiveSubject {
  readonly customerId: string;
  readonly exportedAt: Date;
}

/** Receives the number of rows or files written since the previous call. */
export type Report = (written: number) => Promise<void>;

/**
 * Yields everything stored about a customer as one JSON document, in pieces of a few hundred rows.
 */
export async function* writeDocument(
  context: ArchiveContext,
  source: ArchiveSource,
  { customerId, exportedAt }: ArchiveSubject,
  report?: Report,
): AsyncGenerator<string, void> {
  const mark = await firstRow<DatabaseMark>(source, DATABASE_MARK, []);
  const database = mark === undefined ? null : { kind: mark.kind, deploymentId: mark.deploymentId };
  const head = { format: "tessera-customer-data/2", exportedAt, database, customerId };
  yield JSON.stringify(head).slice(0, -1);
  for (const { name, sql, open } of ARCHIVE_SECTIONS) {
    yield `,\n"${name}":[`;
    let between = "\n";
    for await (const rows of source.rows<Row>(sql, [customerId])) {
      const opened = open === undefined ? rows : await open(context, customerId, rows);
      let text = "";
      for (const row of opened) {
        text += between + JSON.stringify(withAmounts(row));
        between = ",\n";
      }
      yield text;
      await report?.(rows.length);
    }
    yield "]";
  }
  yield "}\n";
}

/** Converts column names to camel case, and minor units to decimal amounts. */
function withAmounts(row: Row): Row {
  const [first] = CURRENCIES;
  const given = String(row.currency);
  const currency = isCurrency(given) ? given : first;
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      camelCase(name.replace(/_minor$/, "")),
      // One of the two database drivers returns a bigint as text.
      name.endsWith("_minor") && (typeof value === "string" || typeof value === "bigint")
        ? formatAmount(BigInt(value), currency)
        : value,
    ]),
  );
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
