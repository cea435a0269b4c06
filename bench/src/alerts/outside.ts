import { createServer, type Server } from "node:http";
import { CustodianDouble } from "@tessera/server/testing/custodian-double";
import { freePort } from "../child-server.ts";
import { CAPTCHA_ANSWER } from "../lab/partners/partners.ts";
import { type SmtpDouble, startSmtpDouble } from "../lab/partners/smtp-double.ts";

/** The parties outside: at first neither the mail server nor the source of rates can be reached. */
export interface Outside {
  readonly custodian: CustodianDouble;
  readonly settings: Readonly<Record<string, string>>;
  /** Starts the mail server. */
  startMail(): Promise<SmtpDouble>;
  /** Starts the source of exchange rates. */
  startRates(): Promise<void>;
  close(): Promise<void>;
}

/** The file of yesterday, because that of today may not be published yet. */
function dailyFile(): string {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"
  xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube><Cube time='${day}'><Cube currency='USD' rate='1.1612'/><Cube currency='CNY' rate='8.2495'/>
  </Cube></Cube></gesmes:Envelope>`;
}

export async function startOutside(): Promise<Outside> {
  const custodian = await CustodianDouble.start();
  const mailPort = await freePort();
  const ratesPort = await freePort();
  const servers: { close(): unknown }[] = [];
  return {
    custodian,
    settings: {
      ...custodian.settings,
      ...custodian.priceSettings,
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      RATES_PROVIDER: "ecb",
      RATES_URL: `http://127.0.0.1:${ratesPort}/eurofxref-daily.xml`,
      CAPTCHA_ANSWER,
    },
    async startMail() {
      const mail = await startSmtpDouble(() => "accept", mailPort);
      servers.push(mail);
      return mail;
    },
    async startRates() {
      const server = createServer((_request, reply) => {
        reply.writeHead(200, { "content-type": "text/xml" }).end(dailyFile());
      });
      servers.push(server);
      await listen(server, ratesPort);
    },
    async close() {
      for (const server of servers) {
        await server.close();
      }
      await custodian.stop();
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}
