import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { OperatorDetail as Operator } from "@tessera/contract/identity/operators.schemas";
import { DetailPage } from "../../../../ui/layout/detail-page.tsx";
import { KeyValue, Note, Panel } from "../../../../ui/layout/panel.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { OperatorActs } from "./operator-acts.tsx";
import { NoFactorChip, OperatorStatusChip } from "./operator-row.tsx";
import { ROLE_NAMES } from "./operator-words.ts";
import { operatorQuery } from "./operators.queries.ts";
import { useMayManage } from "./use-may-manage.ts";

function Factors({ factors: { totp, passkeys } }: Pick<Operator, "factors">) {
  const { t } = useLingui();
  if (!totp && passkeys === 0) {
    return <NoFactorChip />;
  }
  return (
    <>
      {totp && t`Authenticator app`}
      {totp && passkeys > 0 && " · "}
      {passkeys > 0 && <Plural value={passkeys} one="# passkey" other="# passkeys" />}
    </>
  );
}

function Facts({ operator }: { readonly operator: Operator }) {
  const { t } = useLingui();
  const { email, role, status, factors, sessions, lastSignInAt, createdAt } = operator;
  const { changedBy, changedAt } = operator;
  return (
    <Panel>
      <dl>
        <KeyValue label={<Trans>Role</Trans>}>{t(ROLE_NAMES[role])}</KeyValue>
        <KeyValue ruled label={<Trans>Status</Trans>}>
          <OperatorStatusChip status={status} />
        </KeyValue>
        {email !== null && (
          <KeyValue ruled label={<Trans>Email</Trans>}>
            <span className="break-all">{email}</span>
          </KeyValue>
        )}
        {status !== "removed" && (
          <KeyValue ruled label={<Trans>Second factor</Trans>}>
            <Factors factors={factors} />
          </KeyValue>
        )}
        <KeyValue ruled label={<Trans>Last sign-in</Trans>}>
          {lastSignInAt === null ? <Trans>Never</Trans> : <DateText at={lastSignInAt} />}
        </KeyValue>
        <KeyValue ruled label={<Trans>Signed in on</Trans>}>
          <Plural value={sessions} _0="None" one="# device" other="# devices" />
        </KeyValue>
        <KeyValue ruled label={<Trans>Operator since</Trans>}>
          <DateText at={createdAt} format="day" />
        </KeyValue>
        {changedBy !== null && changedAt !== null && (
          <KeyValue ruled label={<Trans>Last changed by</Trans>}>
            {changedBy} · <DateText at={changedAt} />
          </KeyValue>
        )}
      </dl>
    </Panel>
  );
}

function Content({ operator }: { readonly operator: Operator }) {
  const mayManage = useMayManage();
  return (
    <>
      <Facts operator={operator} />
      {mayManage && operator.you && (
        <Note>
          <Trans>Only another administrator can change your role or access.</Trans>
        </Note>
      )}
      {mayManage && !operator.you && operator.status !== "removed" && (
        <OperatorActs operator={operator} />
      )}
    </>
  );
}

/** Renders one operator and an administrator's actions on their access. */
export function OperatorDetail({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const query = useQuery(operatorQuery(id));
  return (
    <DetailPage
      query={query}
      title={<span className="break-all">{query.data?.username ?? <Trans>Operator</Trans>}</span>}
      backTo={{ to: "/system/operators", search: {} }}
      gone={<Trans>This operator doesn’t exist.</Trans>}
      failed={t`Couldn’t load the operator`}
    >
      {(operator) => <Content operator={operator} />}
    </DetailPage>
  );
}
