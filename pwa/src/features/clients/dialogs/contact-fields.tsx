// The fields of a client's contact data, in the dialogs that add and edit a client.
import type { Dispatch, SetStateAction } from 'react'

import { EMAIL_MAX, NAME_MAX, PHONE_MAX } from '../../../lib/limits.gen'
import { bindFields } from '../../../ui/form/bind-fields'
import { TextField } from '../../../ui/form/text-field'
import type { Submit } from '../../../ui/form/use-submit'

type ContactName = 'company_name' | 'contact_name' | 'contact_email' | 'phone'

/** Binds fields that show their errors themselves. */
export function fieldProps<Name extends string>(
  values: Record<Name, string>,
  setValues: Dispatch<SetStateAction<Record<Name, string>>>,
  form: Submit,
) {
  return bindFields(values, setValues, {
    markOf: (name) => ({ error: form.errorOf(name) }),
    forget: form.forget,
  })
}

type ContactFieldsProps = {
  field: (name: ContactName) => ReturnType<ReturnType<typeof fieldProps>>
  emailHint: string
}

export function ContactFields({ field, emailHint }: ContactFieldsProps) {
  return (
    <>
      <TextField
        label="Company Name"
        required
        autoComplete="off"
        maxLength={NAME_MAX}
        {...field('company_name')}
      />
      <TextField
        label="Contact Name"
        required
        autoComplete="off"
        maxLength={NAME_MAX}
        {...field('contact_name')}
      />
      <TextField
        label="Contact Email"
        type="email"
        inputMode="email"
        required
        autoComplete="off"
        autoCapitalize="none"
        maxLength={EMAIL_MAX}
        hint={emailHint}
        {...field('contact_email')}
      />
      <TextField
        label="Phone (optional)"
        type="tel"
        autoComplete="off"
        maxLength={PHONE_MAX}
        {...field('phone')}
      />
    </>
  )
}
