import { Trans } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";
import type {
  Practice,
  PracticePlay,
  PracticeSession,
} from "@tessera/contract/simulator/scenarios.schemas";
import { CheckList } from "../../../features/authorization/rules/declines/check-list.tsx";
import { JournalLines } from "../../../features/simulator/scenarios/journal-lines.tsx";
import { PracticeClock } from "../../../features/simulator/scenarios/practice-clock.tsx";
import { PracticeMoney } from "../../../features/simulator/scenarios/practice-money.tsx";
import { PracticeRules } from "../../../features/simulator/scenarios/practice-rules.tsx";
import { ScenarioList } from "../../../features/simulator/scenarios/scenario-list.tsx";
import { ScenarioPlayer } from "../../../features/simulator/scenarios/scenario-player.tsx";
import { useAnnouncement } from "../../../features/simulator/scenarios/use-announcement.ts";
import { CardFace } from "../../../ui/card-face/card-face.tsx";
import { useMediaQuery } from "../../../ui/layout/use-media-query.ts";
import { Disclosure } from "../../../ui/list/disclosure.tsx";
import { ScenarioPayments } from "./scenario-payments.tsx";

interface PageProps {
  readonly session: PracticeSession;
  readonly scenarios: Practice["scenarios"];
}

function Behind({ session }: Pick<PageProps, "session">) {
  return (
    <div className="mt-5 border-t border-line">
      <PracticeRules rules={session.rules} />
      <Disclosure title={<Trans>Where the money comes from</Trans>}>
        <JournalLines journals={session.opening} currency={session.currency} />
      </Disclosure>
    </div>
  );
}

/** Renders a practice session: its card, clock and scenarios, and the open scenario. */
export function PracticePage({ session, scenarios }: PageProps) {
  const search = useSearch({ from: "/practice" });
  const wide = useMediaQuery("(min-width: 1024px)");
  const { said, announce } = useAnnouncement(session.currency);
  const asked = scenarios.find(({ id }) => id === search.scenario);
  const open = asked ?? (wide ? scenarios[0] : undefined);
  const checksOf = ({ trace }: PracticePlay) => (
    <CheckList trace={trace} currency={session.currency} />
  );
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,360px)_minmax(0,1fr)] lg:items-start lg:gap-10">
      <div className="flex flex-col">
        {(wide || open === undefined) && <CardFace card={session.card} className="mb-4 w-full" />}
        <PracticeClock now={session.now} onMoved={announce} />
        <div className="mt-2.5">
          <PracticeMoney session={session} brief={!wide && open !== undefined} />
        </div>
        {(wide || open === undefined) && (
          <>
            <ScenarioList
              scenarios={scenarios}
              progress={session.progress}
              selected={wide ? open?.id : undefined}
            />
            <Behind session={session} />
          </>
        )}
      </div>
      {open !== undefined && (
        <div className="mt-6 lg:mt-0">
          <ScenarioPlayer
            key={open.id}
            scenario={open}
            session={session}
            onPlayed={announce}
            renderChecks={checksOf}
            renderPayments={(plays) => (
              <ScenarioPayments payments={session.payments} plays={plays} />
            )}
          />
        </div>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}
