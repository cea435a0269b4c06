import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";
import { useEffect, useRef } from "react";
import {
  useCancelDeposit,
  useCreateDeposit,
} from "../../../features/money-movement/wallet/deposit.mutations.ts";
import { depositQuery } from "../../../features/money-movement/wallet/deposit.queries.ts";
import { DepositForm } from "../../../features/money-movement/wallet/deposit-form.tsx";
import { DepositOutcome } from "../../../features/money-movement/wallet/deposit-outcome.tsx";
import { depositPhase } from "../../../features/money-movement/wallet/deposit-phase.ts";
import { OpenDeposit } from "../../../features/money-movement/wallet/open-deposit.tsx";
import { loadTexts } from "../../../i18n/catalog.ts";
import { ApiError, messageOf } from "../../../lib/api/api-error.ts";
import { useOffers } from "../../../lib/api/offering.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { buttonClass } from "../../../ui/form/button.tsx";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { NotOffered } from "../../../ui/layout/not-offered.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { useFocusAfter } from "../../../ui/layout/use-lost-focus.ts";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { LoadFault } from "../../../ui/list/load-fault.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";

function DepositSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-11 w-full rounded-small" />
      <Skeleton className="mt-3.5 h-[272px] w-full rounded-panel" />
      <Skeleton className="mt-2.5 h-20 w-full rounded-control" />
    </Loading>
  );
}

/**
 * Returns a function that opens a deposit. The deposit's id goes into the URL, so that the deposit
 * is found again after a reload.
 */
function useGoToDeposit() {
  const navigate = useNavigate({ from: "/wallet/deposit" });
  return (deposit: Deposit) =>
    void navigate({
      search: ({ segment }) => ({ id: deposit.id, ...(segment !== undefined && { segment }) }),
      replace: true,
      resetScroll: false,
    });
}

const BankDetailsPart = lazyPart(async () => {
  const [part] = await Promise.all([
    import("../../../features/money-movement/bank/bank-details.tsx"),
    loadTexts("bank"),
  ]);
  return part.BankDetailsPart;
}, null);

function NewDeposit() {
  const { currency } = useSearch({ from: "/wallet/deposit" });
  const create = useCreateDeposit(useGoToDeposit());
  const byChain = useOffers("deposits");
  const byBank = useOffers("bankTransfers");
  if (!byChain && !byBank) {
    return <NotOffered what="deposits" />;
  }
  return (
    <>
      {byChain && <DepositForm create={create} currency={currency} />}
      {byBank && <BankDetailsPart />}
    </>
  );
}

/** Refetches balances and bills when the deposit completes. */
function useFreshMoney(completed: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (completed) {
      void client.invalidateQueries({ queryKey: [...QUERY_ROOTS.wallet, "totals"] });
      void client.invalidateQueries({ queryKey: [...QUERY_ROOTS.wallet, "history"] });
      void client.invalidateQueries({ queryKey: [...QUERY_ROOTS.wallet, "assets"] });
      void client.invalidateQueries({ queryKey: [...QUERY_ROOTS.bills] });
    }
  }, [client, completed]);
}

/** Renders a deposit whose address is no longer monitored, and a link for creating a new one. */
function NotWatched({ children }: { readonly children: string }) {
  return (
    <EmptyState
      action={
        <Link to="/wallet/deposit" search={{}} className={buttonClass({ kind: "primary" })}>
          <Trans>New deposit</Trans>
        </Link>
      }
    >
      {children}
    </EmptyState>
  );
}

interface OneDepositProps {
  readonly id: string;
  /** The card product whose opening fee the deposit is for, if any. */
  readonly segment: string | undefined;
}

function OneDeposit({ id, segment }: OneDepositProps) {
  const { t } = useLingui();
  const goTo = useGoToDeposit();
  const cancel = useCancelDeposit();
  const { data, isPending, error, refetch } = useQuery(depositQuery(id));
  const replace = useCreateDeposit((deposit) => {
    cancel.mutate(id);
    goTo(deposit);
  });
  const phase = data === undefined ? undefined : depositPhase(data);
  const isOpen = phase === "waiting" || phase === "seen";
  const body = useRef<HTMLDivElement>(null);
  // The address and its buttons leave when the deposit ends.
  useFocusAfter(body, isOpen);
  useFreshMoney(phase === "completed");
  if (isPending) {
    return <DepositSkeleton />;
  }
  // Also applies to a deposit that was loaded earlier, because its address is no longer monitored.
  if (error instanceof ApiError && error.code === "not_offered") {
    return <NotOffered what="deposits" />;
  }
  if (error instanceof ApiError && error.code === "deposit_not_watched") {
    return <NotWatched>{error.message}</NotWatched>;
  }
  if (data === undefined) {
    return (
      <LoadFault
        error={error}
        gone={<Trans>This deposit doesn’t exist.</Trans>}
        aboutMoney
        message={messageOf(error, t`Couldn’t load the deposit`)}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div ref={body} tabIndex={-1} className="outline-none">
      {isOpen ? (
        <OpenDeposit deposit={data} replace={replace} />
      ) : (
        <DepositOutcome deposit={data} segment={segment} />
      )}
    </div>
  );
}

/** Renders the deposit flow: the amount, then the address to pay, then the payment's progress. */
export function DepositScreen() {
  const { id, segment } = useSearch({ from: "/wallet/deposit" });
  const main = useRef<HTMLElement>(null);
  // A new deposit's form leaves when the address appears, and an address when it is replaced.
  useFocusAfter(main, id ?? "new");
  return (
    <>
      <TopBar
        title={<Trans>Deposit</Trans>}
        backTo={
          segment === undefined ? { to: "/wallet" } : { to: "/card-create", search: { segment } }
        }
      />
      <main ref={main} tabIndex={-1} className="px-(--gutter) outline-none lg:max-w-[560px]">
        {id === undefined ? <NewDeposit /> : <OneDeposit key={id} id={id} segment={segment} />}
      </main>
    </>
  );
}
