import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { TIER_LABELS } from "../../../ui/card-face/card-face.tsx";
import { KeyValue, Note, Panel } from "../../../ui/layout/panel.tsx";
import { Skeleton } from "../../../ui/list/skeleton.tsx";
import { tierOf } from "../../../ui/mosaic/palette.ts";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { cardLimitsQuery } from "./legal.queries.ts";

/** Shows the maximum card spending limits, by type and currency. */
export function LimitsTable() {
  const { t } = useLingui();
  const { data, isError } = useQuery(cardLimitsQuery);
  if (isError) {
    return (
      <Note tone="plain">
        <Trans>Couldn’t load the card limits. They’re also shown next to every card.</Trans>
      </Note>
    );
  }
  if (data === undefined) {
    return <Skeleton className="h-80 rounded-panel" />;
  }
  return (
    <Panel className="py-1!">
      <dl>
        {data.map(({ type, currency, limits }, index) => {
          const single = formatMoney(limits.perTransaction, currency);
          const day = formatMoney(limits.daily, currency);
          const month = formatMoney(limits.monthly, currency);
          return (
            <KeyValue
              key={`${type} ${currency}`}
              label={`${t(TIER_LABELS[tierOf(type)])} · ${currency}`}
              ruled={index > 0}
            >
              <span className="block">
                <Trans>{single} per payment</Trans>
              </span>
              <span className="block">
                <Trans>{day} a day</Trans>
              </span>
              <span className="block">
                <Trans>{month} a month</Trans>
              </span>
            </KeyValue>
          );
        })}
      </dl>
    </Panel>
  );
}
