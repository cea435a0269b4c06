import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ProgressBar } from "../../../ui/form/progress-bar.tsx";
import { statementQuery } from "./bank.queries.ts";

interface CreditingProps {
  readonly id: string;
  /** How many transactions the statement added. */
  readonly added: number;
}

/** Shows how many transactions of a statement have been decided, until all of them have. */
export function Crediting({ id, added }: CreditingProps) {
  const { t } = useLingui();
  const { data } = useQuery(statementQuery(id));
  const { waiting = 0, credited = 0 } = data?.counts ?? {};
  if (data === undefined || added === 0) {
    return null;
  }
  const decided = added - waiting;
  return (
    // Around it is a status, which would be read aloud each second.
    <div aria-live={waiting > 0 ? "off" : "polite"}>
      <p>
        {waiting === 0 ? (
          <Trans>
            All {added} processed, {credited} credited.
          </Trans>
        ) : (
          <Trans>
            {decided} of {added} processed
          </Trans>
        )}
      </p>
      {waiting > 0 && (
        <ProgressBar label={t`Crediting the transfers`} max={added} value={decided} />
      )}
    </div>
  );
}
