import styles from "./withdrawals.module.css";

const GROUP = 4;

/** Renders an address in groups of four with bold ends, so that every character can be compared. */
export function AddressGroups({ address }: { readonly address: string }) {
  const groups = address.match(new RegExp(`.{1,${GROUP}}`, "g")) ?? [];
  const lastIndex = groups.length - 1;
  return (
    <span className={styles.address}>
      <span className="sr-only">{address}</span>
      <span aria-hidden="true" className={styles.groups}>
        {groups.map((group, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: groups are never reordered
            key={index}
            className={index <= 1 || index >= lastIndex - 1 ? styles.end : undefined}
          >
            {group}
          </span>
        ))}
      </span>
    </span>
  );
}

/** Shortens an address to its first and last characters, for display next to its name. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-6)}`;
}
