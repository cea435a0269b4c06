import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { UnmatchedDetail as Message } from "@tessera/contract/authorization/network.schemas";
import { useSession } from "../../../lib/session/session-store.ts";
import { DetailPage } from "../../../ui/layout/detail-page.tsx";
import { KeyValue, Note, Panel } from "../../../ui/layout/panel.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { CandidateList } from "./candidate-list.tsx";
import { Dismissal } from "./dismissal.tsx";
import { unmatchedMessageQuery } from "./unmatched.queries.ts";
import { KIND_LOOKS, STATE_LOOKS } from "./unmatched-words.ts";

const DECIDERS = ["reviewer", "administrator"];

function Facts({ message }: { readonly message: Message }) {
  const { t } = useLingui();
  const { kind, state, amount, currency, card, merchant, receivedAt, networkReference } = message;
  const { merchantAmount } = message;
  const look = STATE_LOOKS[state];
  return (
    <Panel>
      <dl>
        <KeyValue label={<Trans>State</Trans>}>
          <Chip tone={look.tone} icon={look.icon}>
            {t(look.text)}
          </Chip>
        </KeyValue>
        <KeyValue ruled label={<Trans>Type</Trans>}>
          {t(KIND_LOOKS[kind].text)}
        </KeyValue>
        <KeyValue ruled label={<Trans>Amount</Trans>}>
          {amount === null ? (
            <Trans>Full amount</Trans>
          ) : (
            <Money amount={amount} currency={currency} />
          )}
        </KeyValue>
        {merchantAmount !== null && (
          <KeyValue ruled label={<Trans>Merchant’s amount</Trans>}>
            {merchantAmount.amount} {merchantAmount.currency}
          </KeyValue>
        )}
        <KeyValue ruled label={<Trans>Merchant</Trans>}>
          {merchant.name} · {merchant.mcc} · {merchant.country}
        </KeyValue>
        <KeyValue ruled label={<Trans>Card</Trans>}>
          •••• {card.last4}
        </KeyValue>
        <KeyValue ruled label={<Trans>Network reference</Trans>}>
          {networkReference}
        </KeyValue>
        <KeyValue ruled label={<Trans context="programme">Received</Trans>}>
          <DateText at={receivedAt} />
        </KeyValue>
        {message.settledAt !== null && (
          <KeyValue ruled label={<Trans>Processed at</Trans>}>
            <DateText at={message.settledAt} />
          </KeyValue>
        )}
        {message.decision !== null && (
          <KeyValue ruled label={<Trans>Decided by</Trans>}>
            {message.decision.by}
          </KeyValue>
        )}
        {message.decision !== null && message.decision.reason !== null && (
          <KeyValue ruled label={<Trans>Why</Trans>}>
            {message.decision.reason}
          </KeyValue>
        )}
      </dl>
    </Panel>
  );
}

function Content({ message }: { readonly message: Message }) {
  const role = useSession().user?.role ?? "";
  const canDecide = DECIDERS.includes(role);
  return (
    <>
      {message.postsAt !== null && (
        <Note tone="caution">
          <Trans>
            If nobody decides, the message is posted without an authorization on{" "}
            <DateText at={message.postsAt} />.
          </Trans>
        </Note>
      )}
      <Facts message={message} />
      {message.state === "waiting" && (
        <>
          <CandidateList message={message} canDecide={canDecide} />
          {canDecide && <Dismissal id={message.id} />}
        </>
      )}
    </>
  );
}

/** Renders one message and the actions on it. */
export function UnmatchedDetail({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const query = useQuery(unmatchedMessageQuery(id));
  return (
    <DetailPage
      query={query}
      title={query.data?.merchant.name ?? <Trans>Message</Trans>}
      backTo={{ to: "/system/network", search: {} }}
      gone={<Trans>This message doesn’t exist.</Trans>}
      failed={t`Couldn’t load the message`}
    >
      {(message) => <Content message={message} />}
    </DetailPage>
  );
}
