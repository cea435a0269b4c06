import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { WireSettings } from "@tessera/contract/back-office/program.schemas";
import { KeyValue, Panel } from "../../../ui/layout/panel.tsx";
import { Disclosure } from "../../../ui/list/disclosure.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { LIMIT_WORDS } from "./limit-words.ts";
import { draftOfSettings, isCountField, LIMIT_FIELDS } from "./limits-draft.ts";
import { LimitsForm } from "./limits-form.tsx";
import { OpenPositionsPanel } from "./open-positions-panel.tsx";
import styles from "./program.module.css";
import { settingsQuery } from "./program.queries.ts";
import { useCanChange } from "./use-can-change.ts";

function Version({ settings }: { readonly settings: WireSettings }) {
  const { t } = useLingui();
  const draft = draftOfSettings(settings);
  const { version, changedBy } = settings;
  return (
    <Disclosure
      title={<Trans>Version {version}</Trans>}
      meta={
        <Trans>
          Changed by {changedBy}, <DateText at={settings.changedAt} />.
        </Trans>
      }
    >
      <dl>
        {LIMIT_FIELDS.map((field) => (
          <KeyValue key={field} label={t(LIMIT_WORDS[field].label)}>
            {isCountField(field) ? draft[field] : <Money amount={draft[field]} currency="USD" />}
          </KeyValue>
        ))}
      </dl>
    </Disclosure>
  );
}

/** Shows the current limits and thresholds and their earlier versions. */
export function LimitsTab() {
  const { t } = useLingui();
  const readOnly = !useCanChange();
  const { data, isError, refetch } = useQuery(settingsQuery());
  if (data === undefined) {
    return isError ? (
      <ErrorPanel message={t`Couldn’t load the limits`} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows count={6} />
    );
  }
  return (
    <div className={styles.columns}>
      <LimitsForm opened={data.current} readOnly={readOnly} />
      <div className="grid gap-5">
        <OpenPositionsPanel />
        <Panel>
          <h2 className="font-semibold">
            <Trans>Versions</Trans>
          </h2>
          <div>
            {[data.current, ...data.earlier].map((settings) => (
              <Version key={settings.version} settings={settings} />
            ))}
          </div>
        </Panel>
      </div>
    </div>
  );
}
