import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ImportResult } from "@tessera/contract/money-movement/bank.schemas";
import { type ChangeEvent, useId } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { Note, Panel } from "../../../ui/layout/panel.tsx";
import { textLinkClass } from "../../../ui/text/text-link.ts";
import { useImport } from "./bank.mutations.ts";

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
                  {statementId}: {added} new, {known} known before, {pending} expected.
                </Trans>{" "}
                <Link
                  to="/system/bank"
                  search={{ tab: "transfers", statement: id }}
                  className={textLinkClass}
                >
                  <Trans>Show them</Trans>
                </Link>
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
  const id = useId();
  const importing = useImport(
    t`This file is larger than 32 MB. Import it with the command import-statement.`,
  );
  const { data, error, isPending, share } = importing;
  const percent = Math.round(share * 100);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // Clears the input so that the same file can be chosen again.
    if (file !== undefined) {
      importing.mutate(file);
      target.value = "";
    }
  };
  return (
    <Panel>
      <label htmlFor={id} className="mb-1.5 block text-small font-medium text-ink-2">
        <Trans>Import a bank statement</Trans>
      </label>
      <input
        id={id}
        type="file"
        accept=".xml,.csv,application/xml,text/csv"
        disabled={isPending}
        aria-describedby={`${id}-note`}
        onChange={onChange}
        className="block min-h-11 w-full text-small"
      />
      {isPending && (
        <progress
          aria-label={t`Importing the statement`}
          max={100}
          value={percent < 100 ? percent : undefined}
          className="mt-1.5 w-full"
        />
      )}
      <p id={`${id}-note`} className="mt-1.5 text-small text-ink-3">
        <Trans>camt.053 or CSV. A file is imported whole, or not at all.</Trans>
      </p>
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
