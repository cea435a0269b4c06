import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { LogsPage } from "../../../features/back-office/audit-log/logs-page.tsx";
import { MissingCards } from "../../../features/cards/my-cards/list/missing-cards.tsx";
import { useEveryCard } from "../../../features/cards/my-cards/list/use-every-card.ts";
import { useListSearch } from "../../../lib/navigation/use-list-search.ts";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { LazyStoppedPayment } from "../../authorization/stopped-payment/lazy-stopped-payment.tsx";

const LogDetailSheet = lazySheet(async () => {
  return (await import("../../../features/back-office/audit-log/log-detail-sheet.tsx"))
    .LogDetailSheet;
});
const MovementDetailSheet = lazySheet(async () => {
  return (await import("../../../features/insights/bills/movement-detail-sheet.tsx"))
    .MovementDetailSheet;
});
const DevicesSheet = lazySheet(async () => {
  return (await import("../../../features/identity/accounts/devices-sheet.tsx")).DevicesSheet;
});
const PasswordSheet = lazySheet(async () => {
  return (await import("../../../features/identity/accounts/password-sheet.tsx")).PasswordSheet;
});

/** Renders the account's activity and explains what to do if it was someone else's. */
export function LogsScreen() {
  const search = useSearch({ from: "/logs" });
  const onSearch = useListSearch();
  const { data: cards } = useEveryCard();
  const [asked, setAsked] = useState<"devices" | "password">();
  const [asking, setAsking] = useState(false);
  // Keeps the sheet's content while the sheet closes.
  const [lastOpen, setLastOpen] = useState(search.open);
  if (search.open !== undefined && search.open !== lastOpen) {
    setLastOpen(search.open);
  }
  const close = () => onSearch({ open: undefined });
  const help = (what: "devices" | "password") => {
    setAsked(what);
    setAsking(true);
  };
  const open = search.open !== undefined;
  return (
    <>
      <LogsPage search={search} onSearch={onSearch} cards={cards} notice={<MissingCards />} />
      {lastOpen?.startsWith("mov_") === true && (
        <MovementDetailSheet
          movementId={lastOpen}
          open={open}
          inHistory
          onClose={close}
          cards={cards}
          Explain={LazyStoppedPayment}
        />
      )}
      {lastOpen?.startsWith("log_") === true && (
        <LogDetailSheet
          logId={lastOpen}
          open={open}
          onClose={close}
          cards={cards}
          onDevices={() => help("devices")}
          onPassword={() => help("password")}
        />
      )}
      {asked === "devices" && <DevicesSheet open={asking} onClose={() => setAsking(false)} />}
      {asked === "password" && <PasswordSheet open={asking} onClose={() => setAsking(false)} />}
    </>
  );
}
