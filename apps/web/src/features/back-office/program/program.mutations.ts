import { useQueryClient } from "@tanstack/react-query";
import {
  cancelFees,
  changeSegment,
  changeSettings,
  changeStock,
  createSegment,
  proposeSettings,
  publishFees,
} from "@tessera/contract/back-office/program.endpoints";
import type {
  ChangeStockBody,
  FeesInput,
  FeeVersion,
  ProgramSegment,
  ProposeSettingsBody,
  SegmentInput,
  SettingsInput,
  WireSettings,
} from "@tessera/contract/back-office/program.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { usePendingKey } from "../../../lib/api/pending-key.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { tryUntilKnown } from "../../../lib/api/try-until-known.ts";
import { useMoneyWrite } from "../../../lib/api/use-money-write.ts";

/** Returns a function that invalidates all loaded program data; call it after each write. */
function useRefresh() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: QUERY_ROOTS.programme });
}

export interface SegmentToSave {
  readonly input: SegmentInput;
  /** Initial stock; used only for a new card product. */
  readonly stock: number;
  /** The edited card product as it was loaded; absent for a new one. */
  readonly base: Pick<ProgramSegment, "id" | "revision"> | undefined;
}

/** Adds or changes a card product. */
export function useSaveSegment(onDone: (saved: ProgramSegment) => void) {
  const refresh = useRefresh();
  return useMoneyWrite<SegmentToSave, ProgramSegment>({
    write: ({ input, stock, base }, idempotencyKey) =>
      base === undefined
        ? call(createSegment, { body: { ...input, stock }, idempotencyKey })
        : call(changeSegment, {
            params: { id: base.id },
            body: { ...input, revision: base.revision },
          }),
    onDone: (saved) => {
      refresh();
      onDone(saved);
    },
  });
}

/** Adds cards to a product's stock or removes cards from it, exactly once. */
export function useChangeStock(id: string, onDone: (saved: ProgramSegment) => void) {
  const refresh = useRefresh();
  return useMoneyWrite<ChangeStockBody, ProgramSegment>({
    write: (body, idempotencyKey) => call(changeStock, { params: { id }, body, idempotencyKey }),
    onDone: (saved) => {
      refresh();
      onDone(saved);
    },
    onRefused: refresh,
  });
}

/** Publishes fees for a later date, exactly once. */
export function usePublishFees(onDone: (published: FeeVersion) => void) {
  const refresh = useRefresh();
  return useMoneyWrite<FeesInput, FeeVersion>({
    write: (body, idempotencyKey) => call(publishFees, { body, idempotencyKey }),
    onDone: (published) => {
      refresh();
      onDone(published);
    },
  });
}

/** Cancels a version that is not yet in effect. */
export function useCancelFees(onDone: () => void) {
  const refresh = useRefresh();
  return useMoneyWrite<number, FeeVersion>({
    write: (version) => call(cancelFees, { params: { id: String(version) } }),
    onDone: () => {
      refresh();
      onDone();
    },
    onRefused: refresh,
  });
}

/** Changes limits and thresholds, effective immediately. */
export function useChangeSettings(onDone: (saved: WireSettings) => void) {
  const refresh = useRefresh();
  return useMoneyWrite<SettingsInput, WireSettings>({
    write: (body) => call(changeSettings, { body }),
    onDone: (saved) => {
      refresh();
      onDone(saved);
    },
  });
}

/** Proposes new limits, exactly once; another administrator has to approve the proposal. */
export function useProposeSettings() {
  const queries = useQueryClient();
  const refresh = useRefresh();
  const key = usePendingKey();
  return async (body: ProposeSettingsBody, proof: string): Promise<void> => {
    try {
      await tryUntilKnown(key, (idempotencyKey) =>
        call(proposeSettings, { body, proof, idempotencyKey }),
      );
    } finally {
      refresh();
      void queries.invalidateQueries({ queryKey: QUERY_ROOTS.operators });
    }
  };
}
