import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ImportResult } from "@tessera/contract/money-movement/bank.schemas";
import { messageOf } from "../../../lib/api/api-error.ts";
import { FilePicker } from "../../../ui/form/file-picker.tsx";
import { Note, Panel } from "../../../ui/layout/panel.tsx";
import { textLinkClass } from "../../../ui/text/text-link.ts";
import { useImport } from "./bank.mutations.ts";
import { Crediting } from "./crediting.tsx";

function Imported({ statements }: Pick<ImportResult, "statements">) {
  return (
    <Note tone="positive" role="status" className="mt-2.5">
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
                  className={textLinkClass}
                >
                  <Trans>Show them</Trans>
                </Link>
                <Crediting id={id} added={added} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Note>
  );
}

function Problems({ problems }: Pick<ImportResult, "problems">) {
  return (
    <Note tone="negative" role="alert" className="mt-2.5">
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
    </Note>
  );
}

/** Lets the operator choose a statement, which is imported immediately, and shows the result. */
export function ImportPanel() {
  const { t } = useLingui();
  const importing = useImport(
    t`This file is larger than 32 MB. Import it with the command import-statement.`,
  );
  const { data, error, isPending, share } = importing;
  const percent = Math.round(share * 100);
  return (
    <Panel>
      <FilePicker
        label={<Trans>Import a bank statement</Trans>}
        note={<Trans>camt.053 or CSV. If a file has an error, nothing is imported.</Trans>}
        accept=".xml,.csv,application/xml,text/csv"
        progress={isPending ? { label: t`Importing the statement`, percent } : undefined}
        onFile={(file) => importing.mutate(file)}
      >
        {isPending ? <Trans>Importing</Trans> : <Trans>Choose a file</Trans>}
      </FilePicker>
      {data?.imported === true && <Imported statements={data.statements} />}
      {data?.imported === false && <Problems problems={data.problems} />}
      {error !== null && (
        <Note tone="negative" role="alert" className="mt-2.5">
          {messageOf(error, t`Unknown error`)}
        </Note>
      )}
    </Panel>
  );
}
