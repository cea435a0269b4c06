import { advanceClock, getClock } from "@tessera/contract/simulator/sandbox.endpoints";
import type { FastifyInstance } from "fastify";
import { MovableClock } from "../../platform/clock.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { moveClock } from "./move-clock.ts";

function present({ clock }: AppContext) {
  return {
    now: clock.now().toISOString(),
    offsetSeconds: clock instanceof MovableClock ? clock.offsetSeconds : 0,
  };
}

export function registerSandboxClockRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, getClock, async () => present(context));
  route(app, context, advanceClock, async ({ body }) => {
    await moveClock(context, body.advanceSeconds);
    return present(context);
  });
}
