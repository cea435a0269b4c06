import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ImportResult } from "@tessera/contract/money-movement/bank.schemas";
import { inlineLinkClass } from "../../../ui/text/text-link.ts";
import { Crediting } from "./crediting.tsx";

/** Lists the statements of an imported file, and how far their crediting is. */
export function Imported({ statements }: Pick<ImportResult, "statements">) {
  return (
    <ul>
      {statements.map(({ id, account, statementId, added, known, pending }) => (
        <li key={`${account} ${statementId}`}>
          {id === null ? (
            <Trans>{statementId}: already imported, nothing changed.</Trans>
          ) : (
            <>
              <Trans>
                {statementId}: {added} new, {known} already imported, {pending} pending.
              </Trans>{" "}
              <Link
                to="/system/bank"
                search={{ tab: "transfers", statement: id }}
                className={inlineLinkClass}
              >
                <Trans>Show them</Trans>
              </Link>
              <Crediting id={id} added={added} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Lists why a file was refused, by line. */
export function Problems({ problems }: Pick<ImportResult, "problems">) {
  return (
    <>
      <p>
        <Trans>Nothing was imported.</Trans>
      </p>
      <ul>
        {problems.map(({ line, code, message }) => (
          <li key={`${line} ${code} ${message}`}>
            {line > 0 && (
              <>
                <Trans>Line {line}:</Trans>{" "}
              </>
            )}
            {message}
          </li>
        ))}
      </ul>
    </>
  );
}
