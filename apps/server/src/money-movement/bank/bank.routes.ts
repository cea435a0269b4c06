import { bankEndpoints as on } from "@tessera/contract/money-movement/bank.endpoints";
import type { ImportResult } from "@tessera/contract/money-movement/bank.schemas";
import type { FastifyInstance } from "fastify";
import { StatementError } from "../../adapters/bank-statements/statement-problem.ts";
import type { Decider } from "../../back-office/cases/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { fileOf } from "../../platform/files/route-file.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { assignEntry } from "./assign-entry.ts";
import { getBankDetails } from "./bank-details.ts";
import { importStatements } from "./import-statements.ts";
import { listImports, presentProblems, presentStatement } from "./imports/read-imports.ts";
import { ENTRIES_LIMIT, getEntry, listEntries } from "./read-entries.ts";
import { getStatement, listStatements, STATEMENTS_LIMIT } from "./read-statements.ts";
import { reopenEntry } from "./reopen-entry.ts";
import { returnEntry } from "./return-entry.ts";
import { matchTrade } from "./trades/match-trade.ts";

function deciderOf(session: Session, requestId: string): Decider {
  const { userId: operatorId, username: actor, role } = session;
  return { operatorId, actor, role, requestId };
}

/** The size of the pieces in which an uploaded file is read, in bytes. */
const PIECE = 65_536;

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    yield bytes.subarray(at, at + PIECE);
  }
}

/** Registers the calls for bank transfers: those of customers, and those of operators. */
export function registerBankRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, on.getBankDetails, ({ session }) =>
    getBankDetails(context, session.customerId),
  );
  route(app, context, on.importBankStatement, async (call): Promise<ImportResult> => {
    const { session, requestId, locale, request } = call;
    const { bytes } = fileOf(request);
    const by = { actor: session.username, requestId, data: { role: session.role } };
    try {
      const statements = await importStatements(context, () => piecesOf(bytes), { by });
      return { imported: true, statements: statements.map(presentStatement), problems: [] };
    } catch (error) {
      if (!(error instanceof StatementError)) {
        throw error;
      }
      const problems = presentProblems(error.problems, locale);
      return { imported: false, statements: [], problems };
    }
  });
  route(app, context, on.listStatementImports, ({ locale }) => listImports(context, locale));
  route(app, context, on.listBankStatements, ({ query }) => listStatements(context, query), {
    overCells: { orderOf: () => ["desc"], defaultLimit: STATEMENTS_LIMIT },
  });
  route(app, context, on.getBankStatement, ({ params }) =>
    getStatement(context, parseId("bst", params.id)),
  );
  route(app, context, on.listBankEntries, ({ query }) => listEntries(context, query), {
    overCells: { orderOf: () => ["desc"], defaultLimit: ENTRIES_LIMIT },
  });
  route(app, context, on.getBankEntry, ({ params }) =>
    getEntry(context, parseId("ben", params.id)),
  );
  route(app, context, on.assignBankEntry, ({ params, body, session, requestId }) =>
    assignEntry(context, {
      entryId: parseId("ben", params.id),
      customerId: parseId("cus", body.customerId),
      by: deciderOf(session, requestId),
    }),
  );
  route(app, context, on.returnBankEntry, ({ params, body, session, requestId }) =>
    returnEntry(context, {
      entryId: parseId("ben", params.id),
      reason: body.reason,
      by: deciderOf(session, requestId),
    }),
  );
  route(app, context, on.reopenBankEntry, ({ params, body, session, requestId }) =>
    reopenEntry(context, {
      entryId: parseId("ben", params.id),
      reason: body.reason,
      by: deciderOf(session, requestId),
    }),
  );
  route(app, context, on.matchBankTrade, ({ params, body, session, requestId }) =>
    matchTrade(context, {
      entryId: parseId("ben", params.id),
      tradeId: parseId("bkt", body.tradeId),
      by: deciderOf(session, requestId),
    }),
  );
}
