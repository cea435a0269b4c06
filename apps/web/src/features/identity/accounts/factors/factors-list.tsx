import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Factors, ListedPasskey } from "@tessera/contract/identity/factors.schemas";
import { Fingerprint, KeyRound, Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { canUsePasskeys, factorsQuery } from "../../../../lib/session/factors.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { RowIcon } from "../../../../ui/list/list-row.tsx";
import { SkeletonRows } from "../../../../ui/list/skeleton.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import styles from "./factors.module.css";
import type { FactorAction } from "./use-action-words.ts";

interface FactorsListProps {
  readonly onAct: (action: FactorAction) => void;
  readonly onRename: (passkey: ListedPasskey) => void;
}

const ICON = { "aria-hidden": true, strokeWidth: 1.75 } as const;

function Factor({
  icon,
  title,
  meta,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly meta: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <li className={styles.factor}>
      <RowIcon>{icon}</RowIcon>
      <span className={styles.what}>
        <span className="block font-medium">{title}</span>
        <span className="block text-small text-ink-3">{meta}</span>
      </span>
      <span className={styles.acts}>{children}</span>
    </li>
  );
}

function Uses({
  createdAt,
  lastUsedAt,
}: {
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}) {
  return (
    <>
      <Trans>
        Added <DateText at={createdAt} format="day" />
      </Trans>
      {lastUsedAt !== null && (
        <>
          {" · "}
          <Trans>
            used <DateText at={lastUsedAt} />
          </Trans>
        </>
      )}
    </>
  );
}

function AppFactor({ totp, onAct }: Pick<FactorsListProps, "onAct"> & Pick<Factors, "totp">) {
  const { t } = useLingui();
  return (
    <Factor
      icon={<Smartphone {...ICON} />}
      title={t`Authenticator app`}
      meta={totp === null ? <Trans>A new code every 30 seconds</Trans> : <Uses {...totp} />}
    >
      {totp === null ? (
        <Button kind="text" size="md" onClick={() => onAct({ kind: "totp" })}>
          <Trans>Set up</Trans>
        </Button>
      ) : (
        <>
          <Button
            kind="text"
            size="md"
            aria-label={t`Replace the authenticator app`}
            onClick={() => onAct({ kind: "totp" })}
          >
            <Trans>Replace</Trans>
          </Button>
          <Button
            kind="text"
            size="md"
            aria-label={t`Remove the authenticator app`}
            onClick={() => onAct({ kind: "remove-totp" })}
          >
            <Trans>Remove</Trans>
          </Button>
        </>
      )}
    </Factor>
  );
}

function PasskeyFactor({
  passkey,
  onAct,
  onRename,
}: FactorsListProps & { readonly passkey: ListedPasskey }) {
  const { t } = useLingui();
  const { name } = passkey;
  return (
    <Factor icon={<Fingerprint {...ICON} />} title={name} meta={<Uses {...passkey} />}>
      <Button
        kind="text"
        size="md"
        aria-label={t`Rename ${name}`}
        onClick={() => onRename(passkey)}
      >
        <Trans>Rename</Trans>
      </Button>
      <Button
        kind="text"
        size="md"
        aria-label={t`Remove ${name}`}
        onClick={() => onAct({ kind: "remove-passkey", passkey })}
      >
        <Trans>Remove</Trans>
      </Button>
    </Factor>
  );
}

function Enrolled({ data, onAct, onRename }: FactorsListProps & { readonly data: Factors }) {
  const { t } = useLingui();
  const { totp, passkeys, recoveryCodesLeft, methods } = data;
  return (
    <>
      <ul>
        <AppFactor totp={totp} onAct={onAct} />
        {passkeys.map((passkey) => (
          <PasskeyFactor key={passkey.id} passkey={passkey} onAct={onAct} onRename={onRename} />
        ))}
        {methods.length > 0 && (
          <Factor
            icon={<KeyRound {...ICON} />}
            title={t`Recovery codes`}
            meta={<Trans>{recoveryCodesLeft} left, in case you lose your other factors</Trans>}
          >
            <Button kind="text" size="md" onClick={() => onAct({ kind: "codes" })}>
              <Trans>Generate new codes</Trans>
            </Button>
          </Factor>
        )}
      </ul>
      {canUsePasskeys() ? (
        <Button block className="mt-4" onClick={() => onAct({ kind: "passkey" })}>
          <Trans>Add a passkey</Trans>
        </Button>
      ) : (
        <p className="mt-4 text-small text-ink-3">
          <Trans>Passkeys can’t be used in this browser at this address.</Trans>
        </p>
      )}
    </>
  );
}

/** Lists the enrolled factors with their actions. */
export function FactorsList(acts: FactorsListProps) {
  const { t } = useLingui();
  const { data, error, isError, refetch } = useQuery(factorsQuery);
  return (
    <>
      <p className="pb-1 text-ink-2">
        <Trans>
          You need it in addition to your password to sign in, see card details and move money out.
          Nobody can sign in with the password alone.
        </Trans>
      </p>
      {data && <Enrolled data={data} {...acts} />}
      {data === undefined &&
        (isError ? (
          <ErrorPanel message={messageOf(error, t`Unknown error`)} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows count={2} />
        ))}
    </>
  );
}
