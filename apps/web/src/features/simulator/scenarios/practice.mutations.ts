import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  beginPractice,
  exportPractice,
  movePracticeClock,
  playPracticeStep,
} from "@tessera/contract/simulator/scenarios.endpoints";
import type {
  BeginPracticeBody,
  PracticeLeap,
  PracticePlay,
  PracticeScenarioId,
} from "@tessera/contract/simulator/scenarios.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { ApiError } from "../../../lib/api/api-error.ts";
import { download } from "../../../lib/api/download.ts";
import { createPendingKey, underKey, usePendingKey } from "../../../lib/api/pending-key.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { useLocale } from "../../../lib/locale.ts";
import { practiceQuery } from "./practice.queries.ts";

/** Starts a practice session, or restarts the current one. */
export function useBegin(onDone?: () => void) {
  const queries = useQueryClient();
  const locale = useLocale();
  const key = usePendingKey();
  return useMutation({
    mutationFn: (body: BeginPracticeBody) =>
      underKey(key, (idempotencyKey) => call(beginPractice, { body, idempotencyKey })),
    onSuccess: (answer) => {
      queries.setQueryData(practiceQuery(locale).queryKey, answer);
      onDone?.();
    },
  });
}

/** Returns a function that reloads the session and waits for the response. */
function useLookAgain() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: QUERY_ROOTS.practice });
}

/**
 * Returns true if the error means that another window has advanced the session and this view is
 * stale.
 */
function isOld(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

interface StepsToPlay {
  readonly scenario: PracticeScenarioId;
  readonly from: number;
  /** Number of the last step to play. */
  readonly to: number;
}

/**
 * Plays steps one after another and shows each outcome before the next step starts.
 *
 * @param onPlayed called with each played step
 */
export function usePlaySteps(onPlayed: (play: PracticePlay) => void) {
  const lookAgain = useLookAgain();
  return useMutation({
    mutationFn: async ({ scenario, from, to }: StepsToPlay) => {
      for (let step = from; step <= to; step += 1) {
        const play = await underKey(createPendingKey(), (idempotencyKey) =>
          call(playPracticeStep, { body: { scenario, step }, idempotencyKey }),
        );
        await lookAgain();
        onPlayed(play);
      }
    },
    onError: (error) => (isOld(error) ? lookAgain() : undefined),
  });
}

/** Moves the simulated clock forward. */
export function useLeap(onMoved: (play: PracticePlay) => void) {
  const lookAgain = useLookAgain();
  const key = usePendingKey();
  return useMutation({
    mutationFn: (by: PracticeLeap) =>
      underKey(key, (idempotencyKey) => call(movePracticeClock, { body: { by }, idempotencyKey })),
    onSuccess: async (play) => {
      await lookAgain();
      onMoved(play);
    },
    onError: (error) => (isOld(error) ? lookAgain() : undefined),
  });
}

/** Downloads the session as a file that tests can read. */
export function useExport() {
  return useMutation({
    mutationFn: () => call(exportPractice),
    onSuccess: (fixture) => {
      const text = `${JSON.stringify(fixture, null, 2)}\n`;
      download("tessera-practice.json", new Blob([text], { type: "application/json" }));
    },
  });
}
