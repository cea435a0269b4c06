import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { countriesIn } from "../../../lib/countries.ts";
import { useLocale } from "../../../lib/locale.ts";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { Select } from "../../../ui/form/select.tsx";
import type { AddressDraft, AddressField } from "./billing-address.ts";

interface TextFieldSetup {
  readonly name: Exclude<AddressField, "country">;
  readonly label: MessageDescriptor;
  readonly autoComplete: string;
  readonly maxLength: number;
  readonly half?: boolean;
}

const TEXT_FIELDS: readonly TextFieldSetup[] = [
  { name: "line1", label: msg`Address`, autoComplete: "address-line1", maxLength: 100 },
  {
    name: "line2",
    label: msg`Apartment, floor or building (optional)`,
    autoComplete: "address-line2",
    maxLength: 100,
  },
  { name: "city", label: msg`City`, autoComplete: "address-level2", maxLength: 60, half: true },
  {
    name: "postalCode",
    label: msg`Postal code`,
    autoComplete: "postal-code",
    maxLength: 16,
    half: true,
  },
  {
    name: "region",
    label: msg`State or province (optional)`,
    autoComplete: "address-level1",
    maxLength: 60,
  },
];

interface BillingAddressFieldsProps {
  readonly draft: AddressDraft;
  readonly errorAt: (field: AddressField) => string | undefined;
  readonly onChange: (field: AddressField, value: string) => void;
}

/** Renders the fields of a custom billing address. */
export function BillingAddressFields({ draft, errorAt, onChange }: BillingAddressFieldsProps) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <div className="grid grid-cols-2 gap-3.5">
      <Field
        label={<Trans>Country or region</Trans>}
        error={errorAt("country")}
        className="col-span-2"
      >
        {(control) => (
          <Select
            {...control}
            name="country"
            autoComplete="country"
            value={draft.country}
            onChange={(event) => onChange("country", event.target.value)}
          >
            <option value="">{t`Choose a country or region`}</option>
            {countriesIn(locale).map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {TEXT_FIELDS.map(({ name, label, autoComplete, maxLength, half }) => (
        <Field
          key={name}
          label={t(label)}
          error={errorAt(name)}
          className={half ? undefined : "col-span-2"}
        >
          {(control) => (
            <Input
              {...control}
              name={name}
              autoComplete={autoComplete}
              maxLength={maxLength}
              value={draft[name]}
              onChange={(event) => onChange(name, event.target.value)}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
