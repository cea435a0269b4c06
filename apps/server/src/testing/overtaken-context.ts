import { AliasNode, type KyselyPlugin, SelectQueryNode, TableNode } from "kysely";
import type { AppContext } from "../platform/context.ts";

/** A context in which a test can run other work in the middle of an operation. */
export interface OvertakenContext {
  readonly context: AppContext;
  /**
   * Runs other work right after the next query on a table, before the operation uses the query's
   * result.
   */
  overtakeAfter(table: string, work: () => Promise<unknown>): void;
}

/** Creates a context in which a test can run other work between two queries of an operation. */
export function createOvertaken(original: AppContext): OvertakenContext {
  let armed: { table: string; work: () => Promise<unknown> } | undefined;
  const found = new WeakMap<object, () => Promise<unknown>>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const isIt = SelectQueryNode.is(node) && tablesOf(node).includes(armed?.table ?? "");
      if (isIt && armed !== undefined) {
        found.set(queryId, armed.work);
        armed = undefined;
      }
      return node;
    },
    async transformResult({ result, queryId }) {
      await found.get(queryId)?.();
      return result;
    },
  };
  const { db } = original;
  return {
    context: { ...original, db: { ...db, kysely: db.kysely.withPlugin(plugin) } },
    overtakeAfter(table, work) {
      armed = { table, work };
    },
  };
}

function tablesOf({ from }: SelectQueryNode): string[] {
  return (from?.froms ?? []).flatMap((one) => {
    const table = AliasNode.is(one) ? one.node : one;
    return TableNode.is(table) ? [table.table.identifier.name] : [];
  });
}
