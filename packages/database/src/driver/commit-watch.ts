import { CommitRefusedError, isOutcomeUnknown, UnknownOutcomeError } from "../database-errors.ts";

/** SQLSTATE of "the transaction has committed locally, but might not have been replicated". */
const MAYBE_NOT_REPLICATED = "01000";

type Answer = unknown[] & { command: string; count: number };

/** Checks every commit: only a response tagged COMMIT, without a warning, counts as a success. */
export interface CommitWatch {
  /** Waits for the response to an explicit COMMIT. */
  commit(answer: PromiseLike<Answer>): Promise<Answer>;
  /** Waits for the response to an autocommitted statement. */
  autoCommit<T>(answer: PromiseLike<T>): Promise<T>;
  /** Processes a notice from any connection. A notice does not name the commit it belongs to. */
  notice(code: string | undefined): void;
}

/** Creates the watch shared by all connections to one database. */
export function createCommitWatch(): CommitWatch {
  const inFlight = new Set<{ doubted: boolean }>();

  async function watched<T>(answer: PromiseLike<T>): Promise<T> {
    const commit = { doubted: false };
    inFlight.add(commit);
    try {
      const result = await answer;
      if (commit.doubted) {
        throw new UnknownOutcomeError(undefined);
      }
      return result;
    } catch (error) {
      throw isOutcomeUnknown(error) ? new UnknownOutcomeError(error) : error;
    } finally {
      inFlight.delete(commit);
    }
  }

  return {
    async commit(answer) {
      const result = await watched(answer);
      if (result.command !== "COMMIT") {
        throw new CommitRefusedError(result.command);
      }
      return result;
    },
    autoCommit: watched,
    notice(code) {
      if (code === MAYBE_NOT_REPLICATED) {
        for (const commit of inFlight) {
          commit.doubted = true;
        }
      }
    },
  };
}
