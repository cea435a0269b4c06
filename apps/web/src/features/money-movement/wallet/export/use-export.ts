import { useLingui } from "@lingui/react/macro";
import { listBills, listTransactions } from "@tessera/contract/insights/bills.endpoints";
import { listWalletHistory } from "@tessera/contract/money-movement/wallet.endpoints";
import type { Asset } from "@tessera/contract/money-movement/wallet.schemas";
import { useEffect, useRef, useState } from "react";
import { call } from "../../../../lib/api/api-client.ts";
import { download } from "../../../../lib/api/download.ts";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { useDisplayCurrency } from "../display-currency.ts";
import { collectHistory } from "./collect-history.ts";
import {
  assetsTable,
  type ExportWords,
  historyTable,
  type MovementWords,
} from "./export-tables.ts";
import { csvOfTable, type ExportTable, xlsxOf } from "./spreadsheet.ts";

export type AssetTab = "all" | "wallet" | "card";
export type ExportContent = "assets" | "history";
export type ExportFormat = "csv" | "xlsx";

/** The API list that each tab shows. */
const LISTS = { all: listBills, wallet: listWalletHistory, card: listTransactions } as const;
const PAGE_SIZE = "100";

export interface ExportSource {
  readonly tab: AssetTab;
  /** The assets shown in the tab. */
  readonly assets: readonly Asset[];
  readonly movementWords: MovementWords;
}

/** While `running`, includes the number of movements loaded so far. */
export type ExportState =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly count: number }
  | { readonly kind: "failed" };

function useWords(): ExportWords {
  const { t } = useLingui();
  return {
    assets: t`Assets`,
    history: t`History`,
    name: t`Name`,
    type: t`Type`,
    currency: t`Currency`,
    amount: t`Amount`,
    converted: t`Converted amount`,
    convertedCurrency: t`Converted currency`,
    updated: t`Updated at`,
    time: t`Time (UTC)`,
    kind: t`Type`,
    title: t`Title`,
    card: t`Card`,
    fee: t`Fee`,
    status: t`Status`,
    reference: t`Reference`,
  };
}

/** Creates the requested file and downloads it. The user can cancel the export. */
export function useExport({ tab, assets, movementWords }: ExportSource) {
  const { t } = useLingui();
  const currency = useDisplayCurrency();
  const words = useWords();
  const [state, setState] = useState<ExportState>({ kind: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function tableOf(content: ExportContent, signal: AbortSignal): Promise<ExportTable> {
    if (content === "assets") {
      return assetsTable(assets, currency, words);
    }
    const movements = await collectHistory({
      load: (cursor, until) => {
        const query = { limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) };
        return call(LISTS[tab], { query, signal: until });
      },
      onProgress: (count) => setState({ kind: "running", count }),
      signal,
    });
    return historyTable(movements, words, movementWords);
  }

  async function run(content: ExportContent, format: ExportFormat): Promise<boolean> {
    const controller = new AbortController();
    running.current = controller;
    setState({ kind: "running", count: 0 });
    try {
      const table = await tableOf(content, controller.signal);
      const file = format === "csv" ? csvOfTable(table) : await xlsxOf([table]);
      controller.signal.throwIfAborted();
      const day = new Date().toISOString().slice(0, 10);
      download(`tessera-${content}-${tab}-${day}.${format}`, file);
      setState({ kind: "idle" });
      showToast({ tone: "success", text: t`File saved` });
      return true;
    } catch {
      setState({ kind: controller.signal.aborted ? "idle" : "failed" });
      return false;
    }
  }

  return { state, run, cancel: () => running.current?.abort() };
}
