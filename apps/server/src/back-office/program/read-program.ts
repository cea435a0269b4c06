import type {
  FeeVersion,
  ProgramSegment,
  SettingsPage,
} from "@tessera/contract/back-office/program.schemas";
import { feeScheduleAt, feeStatuses, selectFees } from "../../cards/pricing/index.ts";
import { type CountedSegment, selectSegments } from "../../cards/products/index.ts";
import type { AppContext } from "../../platform/context.ts";
import {
  type Page,
  type PageQuery,
  readPageOf,
  sortableNumber,
} from "../../platform/paging/pages.ts";
import { presentFees, presentSegment, presentSettings } from "./program.presenter.ts";
import { listSettings } from "./settings.repository.ts";

const MAX_EARLIER = 20;

/**
 * Lists every card product with its current fees.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function readSegments(
  context: AppContext,
  query: PageQuery,
): Promise<Page<ProgramSegment>> {
  const { kysely } = context.db;
  const [segments, fees] = await Promise.all([
    selectSegments(kysely),
    feeScheduleAt(kysely, context.clock.now()),
  ]);
  const { rows, nextCursor } = await readPageOf(context, {
    scope: "programme-segments",
    query,
    rows: segments,
    direction: "asc",
    placeOf: ({ position, id }) => [sortableNumber(position), id],
  });
  return { data: rows.map((segment) => presentSegment(segment, fees)), nextCursor };
}

/** Reads a card product after it has been written. */
export async function readSegment(
  context: AppContext,
  segment: CountedSegment,
): Promise<ProgramSegment> {
  return presentSegment(segment, await feeScheduleAt(context.db.kysely, context.clock.now()));
}

/**
 * Lists the fee versions, latest effective date first.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function readFees(context: AppContext, query: PageQuery): Promise<Page<FeeVersion>> {
  const versions = await selectFees(context.db.kysely);
  const statuses = feeStatuses(versions, context.clock.now());
  const { rows, nextCursor } = await readPageOf(context, {
    scope: "fees",
    query,
    rows: versions,
    direction: "desc",
    placeOf: ({ effective_from, version }) => [
      effective_from.toISOString(),
      sortableNumber(version),
    ],
  });
  return {
    data: rows.map((one) => presentFees(one, statuses.get(one.version) ?? "past")),
    nextCursor,
  };
}

/** Reads a fee version, with its current status relative to the other versions. */
export async function readFeeVersion(context: AppContext, version: number): Promise<FeeVersion> {
  const versions = await selectFees(context.db.kysely);
  const found = versions.find((one) => one.version === version);
  if (found === undefined) {
    throw new Error(`version ${version} of the fees does not exist`);
  }
  return presentFees(found, feeStatuses(versions, context.clock.now()).get(version) ?? "past");
}

/** Returns the current limits and thresholds, and the earlier versions. */
export async function readSettings(context: AppContext): Promise<SettingsPage> {
  const [current, ...earlier] = await listSettings(context.db.kysely, MAX_EARLIER + 1);
  if (current === undefined) {
    throw new Error("the program has no settings");
  }
  return { current: presentSettings(current), earlier: earlier.map(presentSettings) };
}
