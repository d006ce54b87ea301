// The Add Client dialog: adds a client who has not signed up yet.
import { useState } from 'react'

import { useDirectory } from '../../../live/directory/use-directory'
import { SelectField } from '../../../ui/form/select-field'
import { TextField } from '../../../ui/form/text-field'
import { useSubmit } from '../../../ui/form/use-submit'
import { addClient, newId } from '../actions'
import type { Invitee } from '../admin-dashboard'
import { FormDialog } from './form-dialog'
import { TIER_OPTIONS } from '../../../lib/text/plan-names'

const EMPTY = { company_name: '', contact_name: '', contact_email: '', phone: '', subscription_tier: 'basic' }

type AddClientDialogProps = {
  onClose: () => void
  /** The server has stored the client; the row may not have arrived yet. */
  onAdded: (client: Invitee) => void
}

export function AddClientDialog({ onClose, onAdded }: AddClientDialogProps) {
  const [id] = useState(newId)
  const [facts, setFacts] = useState(EMPTY)
  const form = useSubmit(async () => {
    const refused = await addClient(id, facts)
    if (refused !== null) return refused.field === null ? { message: refused.message } : refused
    const [company_name, contact_name, contact_email] = [facts.company_name.trim(), facts.contact_name.trim(), facts.contact_email.trim()]
    onAdded({ id, user_id: null, company_name, contact_name, contact_email })
    return null
  })
  const field = (name: keyof typeof EMPTY) => ({
    name,
    value: facts[name],
    error: form.errorOf(name),
    onChange: (event: { target: { value: string } }) => {
      setFacts({ ...facts, [name]: event.target.value })
      form.forget(name)
    },
  })
  const twice = useNamesake(facts.contact_email)
  return (
    <FormDialog title="Add Client" action="Add Client" form={form} fields={Object.keys(EMPTY)} onClose={onClose}>
      <TextField label="Company name" required autoComplete="off" maxLength={200} {...field('company_name')} />
      <TextField label="Contact name" required autoComplete="off" maxLength={200} {...field('contact_name')} />
      <TextField
        label="Contact email"
        type="email"
        inputMode="email"
        required
        autoComplete="off"
        autoCapitalize="none"
        maxLength={255}
        hint={twice === null ? 'They sign up with this address.' : `${twice} has this address already.`}
        {...field('contact_email')}
      />
      <TextField label="Phone (optional)" type="tel" autoComplete="off" maxLength={40} {...field('phone')} />
      <SelectField label="Subscription tier" options={TIER_OPTIONS} value={facts.subscription_tier} onChange={field('subscription_tier').onChange} />
    </FormDialog>
  )
}

/** Name of the company that already has this email address, or null. */
function useNamesake(email: string): string | null {
  const directory = useDirectory()
  const asked = email.trim().toLowerCase()
  if (directory.is !== 'ready' || asked === '') return null
  return directory.newest.find(({ client }) => client.contact_email.toLowerCase() === asked)?.client.company_name ?? null
}
