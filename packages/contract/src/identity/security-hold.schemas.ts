import { z } from "zod";
import { id, line } from "../fields.ts";

/** Lifts the security hold that was reviewed, but no later hold. */
export const liftHoldBody = z.strictObject({ holdId: id("hold"), reason: line(500) });
