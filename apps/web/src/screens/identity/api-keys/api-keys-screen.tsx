import { Trans } from "@lingui/react/macro";
import { NewWebhook, WebhookList } from "../../../features/developers/webhooks/webhook-list.tsx";
import { KeyList } from "../../../features/identity/api-keys/key-list.tsx";
import { NewKey } from "../../../features/identity/api-keys/new-key.tsx";
import { SectionHead } from "../../../ui/layout/panel.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";

/** Renders `/profile/api-keys`: the customer's API keys and webhooks. */
export function ApiKeysScreen() {
  return (
    <>
      <TopBar title={<Trans>API keys</Trans>} backTo={{ to: "/profile" }} />
      <main className="px-(--gutter) pb-8 lg:grid lg:grid-cols-[minmax(0,1fr)_348px] lg:items-start lg:gap-10">
        <section className="pt-2 lg:sticky lg:top-14 lg:order-2">
          <NewKey />
          <div className="mt-7">
            <NewWebhook />
          </div>
        </section>
        <section className="mt-7 lg:mt-0" aria-labelledby="api-keys">
          <SectionHead
            title={
              <span id="api-keys">
                <Trans>Your keys</Trans>
              </span>
            }
          />
          <KeyList />
          <section className="mt-7" aria-labelledby="webhooks">
            <SectionHead
              title={
                <span id="webhooks">
                  <Trans>Webhooks</Trans>
                </span>
              }
            />
            <WebhookList />
          </section>
        </section>
      </main>
    </>
  );
}
