import { Trans, useLingui } from "@lingui/react/macro";
import { messageOf } from "../../../lib/api/api-error.ts";
import { FilePicker } from "../../../ui/form/file-picker.tsx";
import { Note, Panel } from "../../../ui/layout/panel.tsx";
import { useImport } from "./bank.mutations.ts";
import { Imported, Problems } from "./import-outcome.tsx";

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
      {data?.imported === true && (
        <Note tone="positive" role="status" className="mt-2.5">
          <Imported statements={data.statements} />
        </Note>
      )}
      {data?.imported === false && (
        <Note tone="negative" role="alert" className="mt-2.5">
          <Problems problems={data.problems} />
        </Note>
      )}
      {error !== null && (
        <Note tone="negative" role="alert" className="mt-2.5">
          {messageOf(error, t`Unknown error`)}
        </Note>
      )}
    </Panel>
  );
}
