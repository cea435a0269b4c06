import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { BankEntryDetail } from "@tessera/contract/money-movement/bank.schemas";
import { useSession } from "../../../lib/session/session-store.ts";
import { DetailPage } from "../../../ui/layout/detail-page.tsx";
import { KeyValue, Panel } from "../../../ui/layout/panel.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { textLinkClass } from "../../../ui/text/text-link.ts";
import { Assignment } from "./assignment.tsx";
import { entryQuery } from "./bank.queries.ts";
import { ENTRY_LOOKS, reasonWords } from "./bank-words.ts";
import { ReopenAction } from "./reopen-action.tsx";
import { ReturnAction } from "./return-action.tsx";
import { TradeList } from "./trade-list.tsx";

const ASSIGNING = ["support", "reviewer", "administrator"];
const RETURNING = ["reviewer", "administrator"];

function Payer({ entry }: { readonly entry: BankEntryDetail }) {
  const { partyName, partyAccount, remittance, reference, bookedOn } = entry;
  return (
    <>
      <KeyValue ruled label={<Trans>Payer</Trans>}>
        {partyName ?? <Trans>Unknown payer</Trans>}
      </KeyValue>
      {partyAccount !== null && (
        <KeyValue ruled label={<Trans>Payer’s account</Trans>}>
          {partyAccount}
        </KeyValue>
      )}
      <KeyValue ruled label={<Trans>Payer’s message</Trans>}>
        {remittance === "" ? <Trans>Nothing</Trans> : remittance}
      </KeyValue>
      <KeyValue ruled label={<Trans>Booked on</Trans>}>
        {bookedOn}
      </KeyValue>
      <KeyValue ruled label={<Trans>Reference of the bank</Trans>}>
        {reference}
      </KeyValue>
    </>
  );
}

function Facts({ entry }: { readonly entry: BankEntryDetail }) {
  const { t } = useLingui();
  const { state, reason, amount, currency, customerId, customerName, returnReference } = entry;
  const look = ENTRY_LOOKS[state];
  const why = reason === null ? null : reasonWords(reason);
  return (
    <Panel>
      <dl>
        <KeyValue label={<Trans>State</Trans>}>
          <Chip tone={look.tone} icon={look.icon}>
            {t(look.text)}
          </Chip>
        </KeyValue>
        {why !== null && (
          <KeyValue ruled label={<Trans>Why</Trans>}>
            {typeof why === "string" ? why : t(why)}
          </KeyValue>
        )}
        <KeyValue ruled label={<Trans>Amount</Trans>}>
          <Money amount={amount} currency={currency} />
        </KeyValue>
        <Payer entry={entry} />
        {customerId !== null && (
          <KeyValue ruled label={<Trans>Customer</Trans>}>
            <Link
              to="/system/customers/$customerId"
              params={{ customerId }}
              className={textLinkClass}
            >
              {customerName ?? customerId}
            </Link>
          </KeyValue>
        )}
        {returnReference !== null && (
          <KeyValue ruled label={<Trans>Reference of the return</Trans>}>
            {returnReference}
          </KeyValue>
        )}
        {entry.decidedBy !== null && (
          <KeyValue ruled label={<Trans>Decided by</Trans>}>
            {entry.decidedBy}
          </KeyValue>
        )}
      </dl>
    </Panel>
  );
}

function Content({ entry }: { readonly entry: BankEntryDetail }) {
  const role = useSession().user?.role ?? "";
  return (
    <>
      <Facts entry={entry} />
      {entry.state === "unmatched" && (
        <>
          {ASSIGNING.includes(role) && <Assignment entry={entry} />}
          {RETURNING.includes(role) && <ReturnAction id={entry.id} />}
        </>
      )}
      {RETURNING.includes(role) && (
        <>
          {entry.trades.length > 0 && <TradeList entry={entry} />}
          {(entry.state === "returning" || entry.state === "traded") && (
            <ReopenAction entry={entry} />
          )}
        </>
      )}
    </>
  );
}

/** Renders one booked transaction and the actions on it. */
export function EntryDetail({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const query = useQuery(entryQuery(id));
  return (
    <DetailPage
      query={query}
      title={query.data?.partyName ?? <Trans>Transfer</Trans>}
      backTo={{ to: "/system/bank", search: { tab: "transfers" } }}
      gone={<Trans>This transfer doesn’t exist.</Trans>}
      failed={t`Couldn’t load the transfer`}
    >
      {(entry) => <Content entry={entry} />}
    </DetailPage>
  );
}
