import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import {
  PAYOUT_NETWORKS,
  type PayoutNetwork,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import { CircleCheck } from "lucide-react";
import { type FormEvent, useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useSettled } from "../../../lib/api/use-settled.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { ProofSheet } from "../../../ui/proof/proof-sheet.tsx";
import { AddressGroups, LookalikeNote } from "./address-groups.tsx";
import { useAddAddress } from "./withdrawals.mutations.ts";
import { addressCheckQuery, addressesQuery } from "./withdrawals.queries.ts";

const NETWORK_OPTIONS = PAYOUT_NETWORKS.map((value) => ({ value, label: value }));
const CHAINS: Readonly<Record<PayoutNetwork, string>> = {
  TRC20: "TRON",
  ERC20: "Ethereum",
  BEP20: "BNB Smart Chain",
};
const TYPING_MS = 400;

/** Manages the address being typed and the server's check of it, which runs when typing pauses. */
function useTypedAddress() {
  const [network, setNetwork] = useState<PayoutNetwork>("TRC20");
  const [typed, setTyped] = useState("");
  const [compared, setCompared] = useState(false);
  const settled = useSettled(typed.trim(), TYPING_MS);
  const check = useQuery(addressCheckQuery(network, settled));
  const isCurrent = settled === typed.trim() && !check.isFetching;
  const checked = isCurrent ? check.data : undefined;
  const twins = checked?.lookalikes ?? [];
  const { data: book } = useQuery(addressesQuery);
  const known = book?.find(
    (one) => one.network === checked?.network && one.address === checked.address,
  );
  return {
    network,
    setNetwork,
    typed,
    type: (text: string) => {
      setTyped(text);
      setCompared(false);
    },
    compared,
    setCompared,
    checked,
    known,
    twins,
    error: isCurrent && check.isError ? check.error : null,
    isReady: checked !== undefined && known === undefined && (twins.length === 0 || compared),
  };
}
type TypedAddress = ReturnType<typeof useTypedAddress>;

function Twins({ address }: { readonly address: TypedAddress }) {
  if (address.checked === undefined || address.twins.length === 0) {
    return null;
  }
  return (
    <LookalikeNote
      address={address.checked.address}
      title={<Trans>Just entered</Trans>}
      lookalikes={address.twins}
    >
      <Checkbox
        checked={address.compared}
        onChange={(event) => address.setCompared(event.target.checked)}
      >
        <Trans>I compared the addresses and want to use the one I just entered</Trans>
      </Checkbox>
    </LookalikeNote>
  );
}

function AddressField({ address }: { readonly address: TypedAddress }) {
  const { t } = useLingui();
  const { checked, known, error } = address;
  const refused = error === null ? undefined : messageOf(error, t`Unknown error`);
  return (
    <Field
      label={<Trans>Address</Trans>}
      error={
        known === undefined
          ? refused
          : t`This address is already in your address book: ${{ label: known.label }}`
      }
      hint={
        checked === undefined ? (
          <Trans>Paste the address from your wallet. We catch even a single wrong character.</Trans>
        ) : (
          <Trans>The checksum matches the network.</Trans>
        )
      }
      hintIcon={
        checked !== undefined && (
          <CircleCheck aria-hidden="true" size={16} strokeWidth={2} className="text-positive" />
        )
      }
    >
      {(control) => (
        <Input
          {...control}
          name="address"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={100}
          value={address.typed}
          onChange={(event) => address.type(event.target.value)}
        />
      )}
    </Field>
  );
}

interface AddAddressSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

interface FormProps {
  readonly address: TypedAddress;
  readonly label: string;
  readonly onLabel: (label: string) => void;
  readonly onNext: () => void;
}

function AddressForm({ address, label, onLabel, onNext }: FormProps) {
  const { t } = useLingui();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (address.isReady && label.trim() !== "") {
      onNext();
    }
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div>
        <Segmented
          label={t`Network`}
          options={NETWORK_OPTIONS}
          value={address.network}
          onChange={address.setNetwork}
        />
        <p className="mt-1.5 text-small text-ink-3">{CHAINS[address.network]}</p>
      </div>
      <div>
        <AddressField address={address} />
        <Twins address={address} />
      </div>
      <Field
        label={<Trans>Name</Trans>}
        hint={<Trans>A name for this address, such as “My Ledger”</Trans>}
      >
        {(control) => (
          <Input
            {...control}
            name="label"
            autoComplete="off"
            maxLength={40}
            value={label}
            onChange={(event) => onLabel(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" kind="primary" block disabled={!address.isReady || label.trim() === ""}>
        <Trans>Continue</Trans>
      </Button>
    </form>
  );
}

/**
 * Renders the form for adding an address. The address is checked while it is typed and confirmed
 * with a step-up.
 */
export function AddAddressSheet({ open, onClose }: AddAddressSheetProps) {
  const { t } = useLingui();
  const address = useTypedAddress();
  const [label, setLabel] = useState("");
  const [proving, setProving] = useState(false);
  const add = useAddAddress();
  const { checked, network, compared } = address;
  const close = () => {
    setProving(false);
    onClose();
  };
  const prove = async (proof: string) => {
    const whole = { label: label.trim(), network, address: checked?.address ?? "" };
    await add({ ...whole, ...(compared && { confirmLookalike: true }) }, proof);
    showToast({ tone: "success", text: t`Address added. You can use it in 24 hours.` });
    address.type("");
    setLabel("");
    close();
  };
  return (
    <>
      <Sheet open={open && !proving} onClose={close} title={<Trans>Add an address</Trans>}>
        <AddressForm
          address={address}
          label={label}
          onLabel={setLabel}
          onNext={() => setProving(true)}
        />
      </Sheet>
      <ProofSheet
        open={open && proving && checked !== undefined}
        onClose={() => setProving(false)}
        title={<Trans>Add this address?</Trans>}
        subject={{ operation: "payout_address", network, address: checked?.address ?? "" }}
        confirmLabel={t`Add the address`}
        onProven={prove}
      >
        <p className="text-small text-ink-3">
          {label.trim()} · {network}
        </p>
        {checked !== undefined && <AddressGroups address={checked.address} />}
        <p className="mt-2">
          <Trans>You can send money to it in 24 hours. We’re emailing you about it now.</Trans>
        </p>
      </ProofSheet>
    </>
  );
}
