import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { Board } from "@tessera/contract/back-office/dashboard.schemas";
import { Panel } from "../../../ui/layout/panel.tsx";
import { ListRow } from "../../../ui/list/list-row.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";

type Burst = Board["unknownNumbers"][number];

function BurstRow({ burst: { bin, tries, since, lastAt } }: { readonly burst: Burst }) {
  const { t } = useLingui();
  return (
    <ListRow
      title={bin === null ? t`Outside our BINs` : t`BIN ${bin}`}
      meta={
        <>
          {t`${plural(tries, { one: "# unknown number", other: "# unknown numbers" })}`}
          <br />
          <Trans>
            Since <DateText at={since} />, last <DateText at={lastAt} />
          </Trans>
        </>
      }
    />
  );
}

/** Lists BINs that may have been under a card-number enumeration attack in the last 24 hours. */
export function UnknownNumbersPanel({ unknownNumbers }: Pick<Board, "unknownNumbers">) {
  if (unknownNumbers.length === 0) {
    return null;
  }
  return (
    <Panel>
      <h2 className="text-small font-medium text-ink-3">
        <Trans>Card numbers being guessed</Trans>
      </h2>
      <div>
        {unknownNumbers.map((burst) => (
          <BurstRow key={burst.bin ?? ""} burst={burst} />
        ))}
      </div>
      <p className="text-small text-ink-3">
        <Trans>
          All were declined. Ask the network or the processor to block the merchant that sends them.
        </Trans>
      </p>
    </Panel>
  );
}
