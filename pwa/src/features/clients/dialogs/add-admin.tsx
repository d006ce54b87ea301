// The Add Admin dialog. It creates no admin; its message explains which steps create one.
import { useState } from 'react'

import { TextField } from '../../../ui/form/text-field'
import { useSubmit } from '../../../ui/form/use-submit'
import { ADMIN_FIRST, problemOf } from '../actions'
import { FormDialog } from './form-dialog'

export function AddAdminDialog({ onClose, onDone }: { onClose: () => void; onDone: (text: string) => void }) {
  const [email, setEmail] = useState('')
  const form = useSubmit(() => {
    const problem =
      email.trim() === ''
        ? { field: 'contact_email', message: 'Email is required' }
        : problemOf({ contact_email: email })
    if (problem === null) onDone(ADMIN_FIRST)
    return Promise.resolve(problem)
  })
  return (
    <FormDialog
      title="Add Admin"
      lead="Ask the new admin to sign up. The person who looks after your server can then make them an admin."
      action="Add Admin"
      form={form}
      fields={['contact_email']}
      onClose={onClose}
    >
      <TextField
        label="Email"
        name="contact_email"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        required
        value={email}
        error={form.errorOf('contact_email')}
        onChange={(event) => {
          setEmail(event.target.value)
          form.forget('contact_email')
        }}
      />
    </FormDialog>
  )
}
