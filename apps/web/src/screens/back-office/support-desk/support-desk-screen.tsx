import { useLingui } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";
import { DeskQueue } from "../../../features/back-office/support/desk/desk-queue.tsx";
import { useListSearch } from "../../../lib/navigation/use-list-search.ts";
import { DetailMain } from "../../../ui/layout/detail-main.tsx";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { SplitView } from "../../../ui/layout/split-view.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";

const DeskThread = lazyPart(
  async () =>
    (await import("../../../features/back-office/support/desk/desk-thread.tsx")).DeskThread,
  <PartPlace />,
);
const AnswerManager = lazyPart(
  async () =>
    (await import("../../../features/back-office/support/desk/answer-manager.tsx")).AnswerManager,
  <PartPlace />,
);

function PartPlace() {
  return (
    <div className="px-5 pt-3">
      <SkeletonRows count={4} />
    </div>
  );
}

/** Renders the support conversations for the operators who answer them. */
export function SupportDeskScreen() {
  const { t } = useLingui();
  const search = useSearch({ from: "/system/support" });
  const onSearch = useListSearch<keyof typeof search>();
  const { conversation, answers } = search;
  const thread = conversation && <DeskThread key={conversation} id={conversation} />;
  const part = answers === undefined ? thread : <AnswerManager />;
  return (
    <SplitView
      list={<DeskQueue search={search} onSearch={onSearch} />}
      detail={part ? <DetailMain>{part}</DetailMain> : undefined}
      detailLabel={answers === undefined ? t`Conversation` : t`Saved replies`}
    />
  );
}
