import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { FeeForm } from "./fee-form.tsx";
import { FeeList } from "./fee-list.tsx";
import styles from "./program.module.css";
import { feesQuery } from "./program.queries.ts";
import { useCanChange } from "./use-can-change.ts";

/** Lists the fee versions and lets administrators publish a new one. */
export function FeesTab() {
  const { t } = useLingui();
  const canChange = useCanChange();
  const { data, isError, refetch } = useQuery(feesQuery());
  if (data === undefined) {
    return isError ? (
      <ErrorPanel message={t`Couldn’t load the fees`} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows count={4} />
    );
  }
  const inForce = data.data.find(({ status }) => status === "in_force");
  return (
    <div className={canChange ? styles.columns : undefined}>
      {canChange && <FeeForm inForce={inForce} />}
      <FeeList versions={data.data} canChange={canChange} />
    </div>
  );
}
