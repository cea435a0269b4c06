// canary: noFocusedTests
import { it } from "vitest";

it.only("runs alone", () => {});
