import Fastify from "fastify";
import postgres from "postgres";

/**
 * Common practice, for comparison: the same top-up (account to card, fee on top) as an interactive
 * transaction, one statement at a time, on a pool of 16. It carries no session, quote or
 * idempotency, so it is the cheaper job of the two.
 */
const url = process.env.BENCH_DATABASE_URL ?? "";
const sql = postgres(url, { max: 16, onnotice: () => undefined });
const app = Fastify({ logger: false });

const body = {
  type: "object",
  required: ["account", "card", "amount"],
  additionalProperties: false,
  properties: {
    account: { type: "integer", minimum: 1 },
    card: { type: "integer", minimum: 1 },
    amount: { type: "integer", minimum: 1 },
  },
} as const;

interface TopUp {
  account: number;
  card: number;
  amount: number;
}

app.post<{ Body: TopUp }>("/top-up", { schema: { body } }, async (request, reply) => {
  const { account, card, amount } = request.body;
  const fee = Math.ceil((amount * 350) / 10_000);
  const paid = await sql.begin(async (tx) => {
    const [source] = await tx`select posted from bench.balance where id = ${account} for update`;
    await tx`select posted from bench.balance where id = ${card} for update`;
    if (source === undefined || BigInt(source.posted) < BigInt(amount + fee)) {
      return false;
    }
    await tx`update bench.balance set posted = posted - ${amount + fee} where id = ${account}`;
    await tx`update bench.balance set posted = posted + ${amount} where id = ${card}`;
    await tx`insert into bench.transfer (debit, credit, amount, fee)
             values (${account}, ${card}, ${amount}, ${fee})`;
    return true;
  });
  return reply.code(paid ? 201 : 409).send({ paid, amount, fee });
});

app.get("/readyz", async () => ({ status: "ready" }));

await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT) });
process.once("SIGTERM", () => {
  void app.close().then(() => sql.end());
});
