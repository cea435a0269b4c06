import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useLocale } from "../../../../lib/locale.ts";
import { DetailMain } from "../../../../ui/layout/detail-main.tsx";
import { TopBar } from "../../../../ui/layout/top-bar.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../../ui/list/skeleton.tsx";
import styles from "../program.module.css";
import { RuleDetail } from "./rule-detail.tsx";
import { RuleForm } from "./rule-form.tsx";
import { ruleQuery } from "./rules.queries.ts";

const LIST = { to: "/system/programme", search: { tab: "rules" } } as const;

function NewRule() {
  const navigate = useNavigate();
  return (
    <DetailMain>
      <TopBar title={<Trans>New rule</Trans>} backTo={LIST} />
      <div className={styles.pad}>
        <RuleForm
          rule={undefined}
          onSaved={({ id }) =>
            void navigate({
              to: "/system/programme",
              search: { tab: "rules", open: id },
              replace: true,
            })
          }
        />
      </div>
    </DetailMain>
  );
}

function ReadRule({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { data: rule, isError, refetch } = useQuery(ruleQuery(id));
  return (
    <DetailMain>
      <TopBar
        title={rule === undefined ? <Trans>Program rule</Trans> : rule.names[locale]}
        backTo={LIST}
      />
      <div className={styles.pad}>
        {rule !== undefined && <RuleDetail rule={rule} />}
        {rule === undefined && isError && (
          <ErrorPanel message={t`Couldn’t load the rule`} onRetry={() => void refetch()} />
        )}
        {rule === undefined && !isError && <SkeletonRows count={6} />}
      </div>
    </DetailMain>
  );
}

/** Renders the rule identified in the URL, or a form for a new one (`new`). */
export function OpenedRule({ id }: { readonly id: string }) {
  return id === "new" ? <NewRule /> : <ReadRule id={id} />;
}
