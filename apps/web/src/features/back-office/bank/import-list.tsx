import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { StatementImports } from "@tessera/contract/money-movement/bank.schemas";
import { Panel } from "../../../ui/layout/panel.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { importsQuery } from "./bank.queries.ts";
import { IMPORT_LOOKS } from "./bank-words.ts";
import { Imported, Problems } from "./import-outcome.tsx";

type Import = StatementImports["data"][number];

function ImportRow({ one, isNewest }: { readonly one: Import; readonly isNewest: boolean }) {
  const { t } = useLingui();
  const { state, entries, startedAt, importedBy, statements, problems } = one;
  const look = IMPORT_LOOKS[state];
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center gap-x-2 text-small text-ink-3">
        <Chip tone={look.tone} icon={look.icon}>
          {t(look.text)}
        </Chip>
        <span>
          <DateText at={startedAt} /> · {importedBy} · <Trans>Transactions read: {entries}</Trans>
        </span>
      </p>
      {state === "broken_off" && (
        <p>
          <Trans>The server stopped. Nothing was imported. Import the file again.</Trans>
        </p>
      )}
      {isNewest && statements.length > 0 && <Imported statements={statements} />}
      {problems.length > 0 && (
        <details open={isNewest}>
          <summary>
            <Trans>Why it was refused</Trans>
          </summary>
          <Problems problems={problems} />
        </details>
      )}
    </li>
  );
}

/** Lists the latest imports: those of all operators that run, and how the others ended. */
export function ImportList() {
  const { data } = useQuery(importsQuery);
  const imports = data?.data ?? [];
  if (imports.length === 0) {
    return null;
  }
  return (
    <Panel>
      <h2 className="text-small font-medium text-ink-2">
        <Trans>Latest imports</Trans>
      </h2>
      <ul aria-live="off">
        {imports.map((one, index) => (
          <ImportRow key={one.id} one={one} isNewest={index === 0} />
        ))}
      </ul>
    </Panel>
  );
}
