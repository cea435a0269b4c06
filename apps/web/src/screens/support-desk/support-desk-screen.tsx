import { useLingui } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";
import { DeskQueue } from "../../features/support/desk/desk-queue.tsx";
import { useListSearch } from "../../lib/use-list-search.ts";
import { DetailMain } from "../../ui/detail-main.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { SplitView } from "../../ui/split-view.tsx";

const DeskThread = lazyPart(
  async () => (await import("../../features/support/desk/desk-thread.tsx")).DeskThread,
  <PartPlace />,
);
const AnswerManager = lazyPart(
  async () => (await import("../../features/support/desk/answer-manager.tsx")).AnswerManager,
  <PartPlace />,
);

function PartPlace() {
  return (
    <div className="px-5 pt-3">
      <SkeletonRows count={4} />
    </div>
  );
}

/** Customers' conversations, for those who answer them. */
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
      detailLabel={answers === undefined ? t`Conversation` : t`Prepared answers`}
    />
  );
}
