import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { Practice } from "@tessera/contract/simulator/scenarios.schemas";
import { Download, RotateCcw } from "lucide-react";
import { useRef, useState } from "react";
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
import { useFocusAfter } from "../../../ui/layout/use-lost-focus.ts";
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
  // Counts the times that the dialog was opened, so that it starts with the session's choice.
  const [asked, setAsked] = useState({ times: 0, open: false });
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
      <IconButton
        label={t`Start over`}
        aria-haspopup="dialog"
        onClick={() => setAsked(({ times }) => ({ times: times + 1, open: true }))}
      >
        <RotateCcw aria-hidden="true" size={20} strokeWidth={1.75} />
      </IconButton>
      <ResetDialog
        key={asked.times}
        withDrafts={withDrafts}
        open={asked.open}
        onClose={() => setAsked(({ times }) => ({ times, open: false }))}
        onDone={() => showToast({ tone: "success", text: t`A new practice session has started` })}
      />
    </>
  );
}

function Body({ data }: { readonly data: Practice }) {
  const { session, scenarios } = data;
  const body = useRef<HTMLDivElement>(null);
  // The button that starts the session leaves with the start page.
  useFocusAfter(body, session === null);
  return (
    <div ref={body} tabIndex={-1} className="outline-none">
      {session === null ? (
        <div className="lg:max-w-[560px]">
          <PracticeStart />
          <ScenarioList scenarios={scenarios} />
        </div>
      ) : (
        <PracticePage session={session} scenarios={scenarios} />
      )}
    </div>
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
        {session !== null && <Actions withDrafts={session.withDrafts} />}
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
