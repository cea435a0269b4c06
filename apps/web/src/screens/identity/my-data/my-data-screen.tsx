import { Trans } from "@lingui/react/macro";
import { ArchiveList } from "../../../features/identity/my-data/archive-list.tsx";
import { RequestArchive } from "../../../features/identity/my-data/request-archive.tsx";
import { SectionHead } from "../../../ui/layout/panel.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";

/** Renders `/profile/my-data`: archives of all data stored about the customer. */
export function MyDataScreen() {
  return (
    <>
      <TopBar title={<Trans>My data</Trans>} backTo={{ to: "/profile" }} />
      <main className="px-(--gutter) pb-8 lg:grid lg:grid-cols-[minmax(0,1fr)_348px] lg:items-start lg:gap-10">
        <section className="pt-2 lg:sticky lg:top-14 lg:order-2">
          <RequestArchive />
        </section>
        <section className="mt-7 lg:mt-0" aria-labelledby="archives">
          <SectionHead
            title={
              <span id="archives">
                <Trans>Archives</Trans>
              </span>
            }
          />
          <ArchiveList />
        </section>
      </main>
    </>
  );
}
