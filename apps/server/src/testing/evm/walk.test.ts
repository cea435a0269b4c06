import { expect, test } from "vitest";
import { SERVER_CHECKS } from "../../operations/verify/server-checks.repository.ts";
import { brokenPromises } from "../broken-promises.ts";
import { createTestContext } from "../test-context.ts";
import { evmEnv, TEST_CONTRACT } from "./evm-depositors.ts";
import { Walk } from "./walk.ts";

const STEPS = 120;

test.each([1, 2, 3, 4])(
  "EVM deposits: customers have what the chain says, after random events (seed %i)",
  async (seed) => {
    const setup = await createTestContext(evmEnv());
    const end = await new Walk(setup.context, TEST_CONTRACT, seed).run(STEPS);
    expect(end.inLedger).toEqual(end.onChain);
    // Otherwise the walk would show nothing.
    expect(end.credited).toBeGreaterThan(0n);
    expect(end.retractions).toBeGreaterThan(0);
    expect(await brokenPromises(setup.context, SERVER_CHECKS)).toEqual([]);
    await setup.close();
  },
);
