// The Edit Client dialog: contact data, and settings that only admins change.
import { useState } from 'react'

import type { ClientRow } from '../../../db/rows/clients'
import { SelectField } from '../../../ui/form/select-field'
import { TextField } from '../../../ui/form/text-field'
import { useSubmit } from '../../../ui/form/use-submit'
import { editClient } from '../actions'
import { ContactFields, fieldProps } from './contact-fields'
import { FormDialog } from './form-dialog'
import { MODEL_MAX } from '../../../lib/limits.gen'
import { TIER_OPTIONS } from '../../../lib/text/plan-names'

const LEVELS = [
  ['', 'None'],
  ['basic', 'Basic'],
  ['pro', 'Pro'],
  ['custom', 'Custom'],
] as const
const FIELDS = [
  'company_name',
  'contact_name',
  'contact_email',
  'phone',
  'website_url',
  'subscription_tier',
  'plan_level',
  'model_preference',
] as const
type Field = (typeof FIELDS)[number]

type EditClientDialogProps = { client: ClientRow; onClose: () => void; onDone: (text: string) => void }

export function EditClientDialog({ client, onClose, onDone }: EditClientDialogProps) {
  // The values when the dialog opened. Only fields changed here are sent.
  const [before] = useState(
    () => Object.fromEntries(FIELDS.map((name) => [name, client[name] ?? ''])) as Record<Field, string>,
  )
  const [values, setValues] = useState(before)
  const form = useSubmit(async () => {
    const changed = Object.fromEntries(
      FIELDS.filter((name) => values[name] !== before[name]).map((name) => [name, values[name]]),
    )
    if (Object.keys(changed).length === 0) {
      onClose()
      return null
    }
    const error = await editClient(client.id, changed)
    if (error !== null) return error.field === null ? { message: error.message } : error
    onDone('Client saved successfully.')
    return null
  })
  const field = fieldProps(values, setValues, form)
  return (
    <FormDialog
      title="Edit Client"
      lead={client.company_name}
      action="Save"
      form={form}
      fields={FIELDS}
      onClose={onClose}
    >
      <ContactFields
        field={field}
        emailHint={
          client.user_id === null ? 'They sign up with this address.' : 'Their sign-in keeps its own address.'
        }
      />
      <TextField
        label="Website (optional)"
        type="url"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        {...field('website_url')}
      />
      <SelectField
        label="Subscription tier"
        options={TIER_OPTIONS}
        value={values.subscription_tier}
        onChange={field('subscription_tier').onChange}
      />
      <SelectField
        label="Plan level"
        options={LEVELS}
        hint="Pro and Custom talk to the larger chat model."
        value={values.plan_level}
        onChange={field('plan_level').onChange}
      />
      <TextField
        label="Model preference (optional)"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={MODEL_MAX}
        hint="Overrides every other choice of the chat model."
        {...field('model_preference')}
      />
    </FormDialog>
  )
}
