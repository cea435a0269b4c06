import { useLingui } from "@lingui/react/macro";
import type { OperatorCaseDetail } from "@tessera/contract/back-office/reviews.schemas";
import { KeyValue } from "../../../../ui/layout/panel.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Money } from "../../../../ui/text/money.tsx";
import styles from "../reviews.module.css";
import { factWords, valueWords } from "./fact-words.ts";

type Fact = OperatorCaseDetail["facts"][number];

function FactValue({ fact }: { readonly fact: Fact }) {
  const { t } = useLingui();
  const { name, value, kind, currency } = fact;
  if (kind === "time") {
    return <DateText at={value} />;
  }
  if (kind === "amount" && currency !== undefined) {
    return <Money amount={value} currency={currency} />;
  }
  const words = valueWords(name, value).map((one) => (typeof one === "string" ? one : t(one)));
  return <span className={styles.breakable}>{words.join(", ")}</span>;
}

/** Lists the facts of a case, one per line. */
export function OperatorFacts({ facts }: { readonly facts: readonly Fact[] }) {
  const { t } = useLingui();
  return (
    <dl>
      {facts.map((fact, index) => {
        const words = factWords(fact.name);
        return (
          <KeyValue
            key={fact.name}
            ruled={index > 0}
            label={typeof words === "string" ? words : t(words)}
          >
            <FactValue fact={fact} />
          </KeyValue>
        );
      })}
    </dl>
  );
}
