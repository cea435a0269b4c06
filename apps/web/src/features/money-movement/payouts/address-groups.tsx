import { Trans, useLingui } from "@lingui/react/macro";
import type { Lookalike } from "@tessera/contract/money-movement/withdrawals.schemas";
import type { ReactNode } from "react";
import { Note } from "../../../ui/layout/panel.tsx";
import { differenceOf } from "./lookalike-difference.ts";
import styles from "./withdrawals.module.css";

const GROUP = 4;

function groupsOf(address: string): readonly string[] {
  return address.match(new RegExp(`.{1,${GROUP}}`, "g")) ?? [];
}

/**
 * Renders an address in groups of four with bold ends, so that every character can be compared.
 *
 * @param props.other an address to compare it with: the groups that differ from it are bold and
 * underlined instead of the ends
 */
export function AddressGroups(props: { readonly address: string; readonly other?: string }) {
  const { address, other } = props;
  const groups = groupsOf(address);
  const others = other === undefined ? undefined : groupsOf(other);
  const lastIndex = groups.length - 1;
  const classOf = (group: string, index: number) => {
    if (others !== undefined) {
      return others[index] === group ? undefined : styles.differs;
    }
    return index <= 1 || index >= lastIndex - 1 ? styles.end : undefined;
  };
  return (
    <span className={styles.address}>
      <span className="sr-only">{address}</span>
      <span aria-hidden="true" className={styles.groups}>
        {groups.map((group, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: groups are never reordered
            key={index}
            className={classOf(group, index)}
          >
            {group}
          </span>
        ))}
      </span>
    </span>
  );
}

/** Says where another address differs from the one that was chosen. */
function Differs({ one, other }: { readonly one: string; readonly other: string }) {
  const difference = differenceOf(one, other);
  if (difference === undefined) {
    return null;
  }
  const { first, last } = difference;
  return (
    <span className="block">
      <Trans>
        Different from character {first} to {last}
      </Trans>
    </span>
  );
}

/**
 * Renders an address in full next to the known addresses that it could be confused with, and what
 * differs.
 *
 * @param title how the address was chosen
 */
export function LookalikeNote(props: {
  readonly address: string;
  readonly title: ReactNode;
  readonly lookalikes: readonly Lookalike[];
  readonly children?: ReactNode;
}) {
  const { address, title, lookalikes, children } = props;
  const { t } = useLingui();
  const names = {
    book: undefined,
    deposit: t`Your deposit address`,
    sender: t`An address that paid you`,
  } as const;
  const [first] = lookalikes;
  return first === undefined ? null : (
    <Note tone="caution" role="alert" className="mt-4">
      <p className="font-semibold">
        <Trans>This address closely resembles another one you’ve used</Trans>
      </p>
      <p>
        <Trans>
          Both addresses start and end the same, but they’re different. Compare them in full.
        </Trans>
      </p>
      <div className={styles.twins}>
        <div>
          <span className="block font-medium">{title}</span>
          <AddressGroups address={address} other={first.address} />
        </div>
        {lookalikes.map((one) => (
          <div key={`${one.kind} ${one.address}`}>
            <span className="block font-medium">{one.label ?? names[one.kind]}</span>
            <AddressGroups address={one.address} other={address} />
            <Differs one={address} other={one.address} />
          </div>
        ))}
      </div>
      {children}
    </Note>
  );
}

/** Shortens an address to its first and last characters, for display next to its name. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-6)}`;
}
