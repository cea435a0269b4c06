// canary: left-out-test
import { test } from "@playwright/test";

test.fixme("the journey", async () => {});
