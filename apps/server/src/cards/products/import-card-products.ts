import { ERRORS } from "@tessera/contract/errors/catalog";
import { FIELD_TEXTS } from "@tessera/contract/errors/field-texts";
import type { SegmentRow } from "../../db/tables/program.tables.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { changedFields } from "../pricing/index.ts";
import { auditedSegment } from "./audited-segment.ts";
import { type CardProduct, CardProductsError } from "./card-products-file.ts";
import { requireFree } from "./change-segment.ts";
import { checkSegment } from "./check-segment.ts";
import {
  type CountedSegment,
  findSegmentByKey,
  insertSegment,
  lockSegment,
  updateSegment,
} from "./segments.repository.ts";

type ImportContext = Pick<AppContext, "db" | "ledger" | "clock">;

/** Who is importing the products, for the audit log. */
interface ImportedBy {
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The codes of the products that were added, changed or left unchanged. */
export interface ImportedProducts {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
}

type Outcome = keyof ImportedProducts;

/** Thrown to roll back a dry run. Carries the result that the import would have had. */
class DryRunEnd extends Error {
  readonly imported: ImportedProducts;

  constructor(imported: ImportedProducts) {
    super("a dry run is rolled back");
    this.imported = imported;
  }
}

/**
 * Atomically adds the issuer's card products, and updates those that an earlier import added with
 * the same code. The stock is set only when a product is added. After that, it is changed in the
 * console.
 *
 * @throws CardProductsError listing every product that cannot be imported, and why
 */
export async function importCardProducts(
  context: ImportContext,
  products: readonly CardProduct[],
  { by, dryRun }: { readonly by: ImportedBy; readonly dryRun: boolean },
): Promise<ImportedProducts> {
  try {
    return await inTransaction(context.db, async (tx) => {
      const imported = await importAll(context, tx, products, by);
      if (dryRun) {
        throw new DryRunEnd(imported);
      }
      return imported;
    });
  } catch (error) {
    if (error instanceof DryRunEnd) {
      return error.imported;
    }
    throw error;
  }
}

async function importAll(
  context: ImportContext,
  tx: Tx,
  products: readonly CardProduct[],
  by: ImportedBy,
): Promise<ImportedProducts> {
  const codes: Record<Outcome, string[]> = { added: [], changed: [], unchanged: [] };
  const problems: string[] = [];
  for (const product of products) {
    try {
      codes[await importOne(context, tx, product, by)].push(product.code);
    } catch (error) {
      problems.push(...problemsOf(product, error));
    }
  }
  if (problems.length > 0) {
    throw new CardProductsError(problems);
  }
  return codes;
}

function problemsOf({ code }: CardProduct, error: unknown): string[] {
  if (!(error instanceof Refusal)) {
    throw error;
  }
  return error.fields.length > 0
    ? error.fields.map(({ path, code: problem }) => `${code}: ${path}: ${FIELD_TEXTS[problem].en}`)
    : [`${code}: ${ERRORS[error.code].message.en}`];
}

async function importOne(
  context: ImportContext,
  tx: Tx,
  { code, stock, ...input }: CardProduct,
  by: ImportedBy,
): Promise<Outcome> {
  const written = checkSegment(input);
  const clientKey = `import:${code}`;
  const earlier = await findSegmentByKey(tx, clientKey);
  if (earlier !== undefined) {
    return changeLine(context, tx, earlier.id, { written, by });
  }
  const now = context.clock.now();
  const segment = {
    ...written,
    id: newId(now),
    stock,
    revision: 1,
    changed_by: by.actor,
    changed_at: now,
    client_key: clientKey,
  };
  if (!(await insertSegment(tx, segment))) {
    throw new Refusal("bin_taken");
  }
  await record(context, tx, by, {
    action: "segment.create",
    object: segment.id,
    data: { code, after: { ...auditedSegment(segment), stock } },
  });
  return "added";
}

interface LineChange {
  readonly written: ReturnType<typeof checkSegment>;
  readonly by: ImportedBy;
}

async function changeLine(
  context: ImportContext,
  tx: Tx,
  id: string,
  { written, by }: LineChange,
): Promise<Outcome> {
  const stored = await lockSegment(tx, id);
  if (stored === undefined) {
    throw new Error(`card product ${id} is missing`);
  }
  const change = changedFields(auditedSegment(stored), auditedSegment(written));
  if (Object.keys(change.after).length === 0) {
    return "unchanged";
  }
  await requireFree(tx, stored, written, Object.keys(change.after));
  const { issued: _, ...row }: CountedSegment = {
    ...stored,
    ...written,
    revision: stored.revision + 1,
    changed_by: by.actor,
    changed_at: context.clock.now(),
  };
  await updateSegment(tx, row satisfies SegmentRow);
  await record(context, tx, by, { action: "segment.change", object: id, data: { ...change } });
  return "changed";
}

async function record(
  { ledger }: ImportContext,
  tx: Tx,
  by: ImportedBy,
  about: {
    readonly action: string;
    readonly object: string;
    readonly data: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  await ledger.appendAudit(tx, [
    {
      ...about,
      actor: by.actor,
      customerId: null,
      outcome: "ok",
      requestId: null,
      data: { ...about.data, ...by.data },
    },
  ]);
}
