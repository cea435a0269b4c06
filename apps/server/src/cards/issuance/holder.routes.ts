import { holderEndpoints } from "@tessera/contract/cards/holder.endpoints";
import type { FastifyInstance } from "fastify";
import { NO_REQUIREMENTS } from "../../adapters/issuer/holder-facts.ts";
import { providers } from "../../adapters/providers/registry.ts";
import { requireOffered } from "../../adapters/providers/require-offered.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { giveHolderFacts } from "./give-holder-facts.ts";
import { presentHolder } from "./holder.presenter.ts";
import { findHolder } from "./require-holder.ts";

const HOUR_SECONDS = 3_600;
const CHANGES_AN_HOUR = 20;

/** Registers the cardholder endpoints. Without an issuer, no facts are required or accepted. */
export function registerHolderRoutes(app: FastifyInstance, context: AppContext): void {
  const { issuer } = context.use(providers);
  const required = issuer?.holderRequirements ?? NO_REQUIREMENTS;
  const isAsked = required.facts.length > 0;
  route(app, context, holderEndpoints.getCardHolder, async ({ reply, session }) => {
    reply.header("cache-control", "no-store");
    const holder = isAsked ? await findHolder(context, session.customerId) : undefined;
    return presentHolder(required, holder?.facts ?? {});
  });
  route(
    app,
    context,
    holderEndpoints.giveHolderFacts,
    async (call) => {
      call.reply.header("cache-control", "no-store");
      return giveHolderFacts(context, requireOffered(issuer, "cards").holderRequirements, {
        customerId: call.session.customerId,
        given: call.body,
        ip: call.ip,
        actor: call.session.username,
        requestId: call.requestId,
      });
    },
    {
      limits: [
        {
          bucket: "holder-facts",
          max: CHANGES_AN_HOUR,
          windowSeconds: HOUR_SECONDS,
          by: "customer",
        },
      ],
    },
  );
}
