import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { Practice } from "@tessera/contract/simulator/scenarios.schemas";
import { Download, RotateCcw } from "lucide-react";
import { useState } from "react";
import { useExport } from "../../../features/simulator/scenarios/practice.mutations.ts";
import { practiceQuery } from "../../../features/simulator/scenarios/practice.queries.ts";
import { PracticeBand } from "../../../features/simulator/scenarios/practice-band.tsx";
import { PracticeStart } from "../../../features/simulator/scenarios/practice-start.tsx";
import { ScenarioList } from "../../../features/simulator/scenarios/scenario-list.tsx";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useLocale } from "../../../lib/locale.ts";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { CardFaceLoading } from "../../../ui/card-face/card-face.tsx";
import { IconButton } from "../../../ui/form/icon-button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton, SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { PracticePage } from "./practice-page.tsx";

const ResetDialog = lazySheet(
  async () => (await import("../../../features/simulator/scenarios/reset-dialog.tsx")).ResetDialog,
);

function PracticeSkeleton() {
  return (
    <div className="lg:max-w-[560px]">
      <Loading>
        <CardFaceLoading className="w-full" />
        <Skeleton className="mt-4 h-24 rounded-panel" />
        <Skeleton className="mt-2.5 h-40 rounded-panel" />
      </Loading>
      <div className="mt-8">
        <SkeletonRows count={5} />
      </div>
    </div>
  );
}

/** Renders the actions on the session: download it, or start over. */
function Actions({ withDrafts }: { readonly withDrafts: boolean }) {
  const { t } = useLingui();
  const [resetting, setResetting] = useState(false);
  const fixture = useExport();
  const exportNow = () =>
    tellOutcome(fixture, undefined, {
      onError: (error) => showToast({ tone: "failure", text: messageOf(error, t`Unknown error`) }),
    });
  return (
    <>
      <IconButton label={t`Export as a test fixture`} onClick={exportNow}>
        <Download aria-hidden="true" size={20} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={t`Start over`} aria-haspopup="dialog" onClick={() => setResetting(true)}>
        <RotateCcw aria-hidden="true" size={20} strokeWidth={1.75} />
      </IconButton>
      <ResetDialog
        withDrafts={withDrafts}
        open={resetting}
        onClose={() => setResetting(false)}
        onDone={() => showToast({ tone: "success", text: t`A new practice session has started` })}
      />
    </>
  );
}

function Body({ data }: { readonly data: Practice }) {
  const { session, scenarios } = data;
  return session === null ? (
    <div className="lg:max-w-[560px]">
      <PracticeStart />
      <ScenarioList scenarios={scenarios} />
    </div>
  ) : (
    <PracticePage session={session} scenarios={scenarios} />
  );
}

/** Renders `/practice`: simulated scenarios run against the customer's rules. */
export function PracticeScreen() {
  const { t } = useLingui();
  const { scenario } = useSearch({ from: "/practice" });
  const practice = useQuery(practiceQuery(useLocale()));
  const session = practice.data?.session ?? null;
  return (
    <>
      <TopBar
        title={<Trans>Practice</Trans>}
        backTo={scenario === undefined ? { to: "/risk-strategies" } : { to: "/practice" }}
      >
        {session !== null && <Actions key={session.card.id} withDrafts={session.withDrafts} />}
      </TopBar>
      <main className="px-(--gutter)">
        <PracticeBand />
        {practice.data !== undefined && <Body data={practice.data} />}
        {practice.data === undefined && practice.isError && (
          <ErrorPanel
            message={messageOf(practice.error, t`Couldn’t load practice`)}
            onRetry={() => void practice.refetch()}
          />
        )}
        {practice.isPending && <PracticeSkeleton />}
      </main>
    </>
  );
}
