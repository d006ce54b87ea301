// The Add Client dialog: adds a client who has not signed up yet.
import { useState } from 'react'

import { useDirectory } from '../../../live/directory/use-directory'
import { SelectField } from '../../../ui/form/select-field'
import { useSubmit } from '../../../ui/form/use-submit'
import { addClient, newId, type NewClient } from '../actions'
import type { Invitee } from '../admin-dashboard'
import { ContactFields, fieldProps } from './contact-fields'
import { FormDialog } from './form-dialog'
import { TIER_OPTIONS } from '../../../lib/text/plan-names'

const EMPTY = { company_name: '', contact_name: '', contact_email: '', phone: '', subscription_tier: 'basic' }
const STATUS_OPTIONS = [
  ['active', 'Active'],
  ['inactive', 'Inactive'],
] as const

type AddClientDialogProps = {
  onClose: () => void
  /** The server has stored the client; the row may not have arrived yet. */
  onAdded: (client: Invitee) => void
}

export function AddClientDialog({ onClose, onAdded }: AddClientDialogProps) {
  const [id] = useState(newId)
  const [values, setValues] = useState(EMPTY)
  const [status, setStatus] = useState<NewClient['subscription_status']>('active')
  const form = useSubmit(async () => {
    const error = await addClient(id, { ...values, subscription_status: status })
    if (error !== null) return error.field === null ? { message: error.message } : error
    const [company_name, contact_name, contact_email] = [
      values.company_name.trim(),
      values.contact_name.trim(),
      values.contact_email.trim(),
    ]
    onAdded({ id, user_id: null, company_name, contact_name, contact_email })
    return null
  })
  const field = fieldProps(values, setValues, form)
  const namesake = useNamesake(values.contact_email)
  return (
    <FormDialog
      title="Add Client"
      action="Add Client"
      form={form}
      fields={Object.keys(EMPTY)}
      onClose={onClose}
    >
      <ContactFields
        field={field}
        emailHint={
          namesake === null ? 'They sign up with this address.' : `${namesake} has this address already.`
        }
      />
      <SelectField
        label="Subscription tier"
        options={TIER_OPTIONS}
        value={values.subscription_tier}
        onChange={field('subscription_tier').onChange}
      />
      <SelectField
        label="Status"
        name="subscription_status"
        options={STATUS_OPTIONS}
        value={status}
        onChange={(event) => {
          setStatus(event.target.value === 'inactive' ? 'inactive' : 'active')
          form.forget()
        }}
      />
    </FormDialog>
  )
}

/** Name of the company that already has this email address, or null. */
function useNamesake(email: string): string | null {
  const directory = useDirectory()
  const address = email.trim().toLowerCase()
  if (directory.is !== 'ready' || address === '') return null
  return (
    directory.newest.find(({ client }) => client.contact_email.toLowerCase() === address)?.client
      .company_name ?? null
  )
}
