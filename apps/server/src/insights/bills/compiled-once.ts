import { type Compilable, CompiledQuery } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { MovementFilter, MovementRow } from "./movement-filter.ts";

/** A placeholder for a filter value in a compiled statement. */
class Slot {
  readonly read: (filter: MovementFilter) => unknown;

  constructor(read: (filter: MovementFilter) => unknown) {
    this.read = read;
  }
}

/**
 * Returns the parts of a filter that determine the text of a statement. All other parts become
 * parameters.
 */
function shapeOf(filter: MovementFilter): unknown[] {
  const { onCards, kinds, exceptKind, status, kindsWithFee, text, limit } = filter;
  const given = [
    filter.cardId,
    filter.cardTag,
    filter.currency,
    filter.from,
    filter.to,
    filter.minMinor,
  ];
  return [
    [...given, filter.maxMinor, filter.after].map((value) => value !== undefined),
    [onCards, kinds, exceptKind, status, kindsWithFee, text?.kinds, limit],
  ];
}

/**
 * Returns the filter with each parameter replaced by a slot. The values are inserted only when the
 * statement is sent.
 */
function withSlots(filter: MovementFilter): MovementFilter {
  const slot = (read: (values: MovementFilter) => unknown) => new Slot(read) as never;
  const { cardId, cardTag, currency, from, to, minMinor, maxMinor, text, after } = filter;
  return {
    ...filter,
    customerId: slot((values) => values.customerId),
    ...(cardId !== undefined && { cardId: slot((values) => values.cardId) }),
    ...(cardTag !== undefined && { cardTag: slot((values) => values.cardTag) }),
    ...(currency !== undefined && { currency: slot((values) => values.currency) }),
    ...(from !== undefined && { from: slot((values) => values.from) }),
    ...(to !== undefined && { to: slot((values) => values.to) }),
    ...(minMinor !== undefined && { minMinor: slot((values) => values.minMinor) }),
    ...(maxMinor !== undefined && { maxMinor: slot((values) => values.maxMinor) }),
    ...(text !== undefined && {
      text: { ...text, pattern: slot((values) => values.text?.pattern) },
    }),
    ...(after !== undefined && {
      after: {
        eventAt: slot((values) => values.after?.eventAt),
        id: slot((values) => values.after?.id),
      },
    }),
  };
}

const STATEMENTS_MAX = 500;
const statements = new Map<string, CompiledQuery>();

/**
 * Runs a statement whose text is built only once per shape, since building the text takes as long
 * as all the other work of reading a page of movements.
 */
export async function compiledOnce(
  tx: Tx,
  name: string,
  filter: MovementFilter,
  build: (slots: MovementFilter) => Compilable<MovementRow>,
): Promise<MovementRow[]> {
  const key = JSON.stringify([name, shapeOf(filter)]);
  let statement = statements.get(key);
  if (statement === undefined) {
    if (statements.size >= STATEMENTS_MAX) {
      statements.clear();
    }
    statement = build(withSlots(filter)).compile();
    statements.set(key, statement);
  }
  const parameters = statement.parameters.map((value) =>
    value instanceof Slot ? value.read(filter) : value,
  );
  const { rows } = await tx.executeQuery<MovementRow>(
    CompiledQuery.raw(statement.sql, parameters) as CompiledQuery<MovementRow>,
  );
  return rows;
}
