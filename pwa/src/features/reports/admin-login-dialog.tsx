// Admin Login Required: the session is over, and what was being written is not lost: sign in again in place.
import { type SyntheticEvent, useId, useState } from 'react'

import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { PasswordField } from '../../ui/password-field'
import { TextField } from '../../ui/text-field'

const EMAIL = /^[^\s@]+@[^\s@]+$/

type AdminLoginDialogProps = { onClose: () => void; signIn: (email: string, password: string) => Promise<boolean>; onSignedIn: () => void }

export function AdminLoginDialog({ onClose, signIn, onSignedIn }: AdminLoginDialogProps) {
  const form = useId()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const isComplete = EMAIL.test(email.trim()) && password !== ''
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy || !isComplete) return
    setBusy(true)
    setFailed(false)
    const isIn = await signIn(email, password)
    setBusy(false)
    if (isIn) onSignedIn()
    else setFailed(true)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Admin Login Required"
      description="Your session has ended. Sign in again to go on: what you have written stays."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={form} busy={isBusy} disabled={!isComplete}>
            Sign In
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {hasFailed && <Alert>Login failed</Alert>}
        <TextField label="Email Address" name="email" type="email" inputMode="email" autoComplete="username" required value={email} onChange={(event) => setEmail(event.target.value)} />
        <PasswordField label="Password" name="password" autoComplete="current-password" required value={password} onChange={(event) => setPassword(event.target.value)} />
      </form>
    </Dialog>
  )
}
