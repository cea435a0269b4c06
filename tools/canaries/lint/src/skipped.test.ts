// canary: noSkippedTests
import { it } from "vitest";

it.skip("does not run", () => {});
