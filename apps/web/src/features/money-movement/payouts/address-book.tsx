import { Trans, useLingui } from "@lingui/react/macro";
import type { PayoutAddress } from "@tessera/contract/money-movement/withdrawals.schemas";
import { Ellipsis, Plus } from "lucide-react";
import { useState } from "react";
import { iconButtonClass } from "../../../ui/form/icon-button.tsx";
import { Radio } from "../../../ui/form/radio.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { shortAddress } from "./address-groups.tsx";
import styles from "./withdrawals.module.css";

const AddAddressSheet = lazySheet(async () => {
  return (await import("./add-address-sheet.tsx")).AddAddressSheet;
});
const AddressSheet = lazySheet(async () => (await import("./address-sheet.tsx")).AddressSheet);

interface AddressBookProps {
  readonly addresses: readonly PayoutAddress[];
  /** Id of the chosen address. */
  readonly chosenId: string | undefined;
  readonly onChoose: (id: string) => void;
}

function Meta({ address }: { readonly address: PayoutAddress }) {
  return (
    <span className="block text-small text-ink-3">
      {address.network} · {shortAddress(address.address)}
      {address.status === "cooling" && (
        <span className="block text-caution">
          <Trans>
            Available from <DateText at={address.usableAt} />
          </Trans>
        </span>
      )}
    </span>
  );
}

/** Renders the address book and a button to add an address. */
export function AddressBook({ addresses, chosenId, onChoose }: AddressBookProps) {
  const { t } = useLingui();
  const [adding, setAdding] = useState<boolean>();
  const [open, setOpen] = useState<{ readonly id: string; readonly open: boolean }>();
  const opened = addresses.find(({ id }) => id === open?.id);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-medium text-ink-2">
        <Trans>Send to</Trans>
      </legend>
      <div className={styles.book}>
        {addresses.map((address) => (
          <div key={address.id} className={styles.row}>
            <Radio
              name="address"
              value={address.id}
              checked={address.id === chosenId}
              disabled={address.status === "cooling"}
              onChange={() => onChoose(address.id)}
              className={styles.choice}
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{address.label}</span>
                <Meta address={address} />
              </span>
            </Radio>
            <button
              type="button"
              className={iconButtonClass}
              aria-label={t`Details for ${{ name: address.label }}`}
              onClick={() => setOpen({ id: address.id, open: true })}
            >
              <Ellipsis aria-hidden="true" size={20} strokeWidth={1.75} />
            </button>
          </div>
        ))}
        <button type="button" className={styles.add} onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" size={20} strokeWidth={1.75} />
          <Trans>Add an address</Trans>
        </button>
      </div>
      {adding !== undefined && <AddAddressSheet open={adding} onClose={() => setAdding(false)} />}
      {open !== undefined && opened !== undefined && (
        <AddressSheet
          address={opened}
          open={open.open}
          onClose={() => setOpen({ ...open, open: false })}
        />
      )}
    </fieldset>
  );
}
