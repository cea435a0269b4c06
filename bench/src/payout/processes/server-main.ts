import {
  openPayoutProgram,
  type PayoutProgram,
  type ProgramFaults,
  type ProgramOptions,
} from "@tessera/server/testing/payout-program";
import { answerCalls, killSelf } from "./child-calls.ts";

// A server of the program, without its routes, as a process that can be killed while it works.

let program: PayoutProgram | undefined;

// As the server does: a killed connection can reject a promise that nobody awaits any more.
process.on("unhandledRejection", () => undefined);

answerCalls({
  async open({ rootKey, ...options }: Omit<ProgramOptions, "die" | "plant">) {
    program = await openPayoutProgram({ ...options, rootKey: Buffer.from(rootKey), die: killSelf });
  },
  async step(faults: ProgramFaults) {
    Object.assign(program?.faults ?? {}, faults);
    await program?.step();
  },
});
