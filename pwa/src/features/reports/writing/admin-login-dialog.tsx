// The dialog Admin Login Required. When the session has ended, the admin signs in again here, so that the
// unsaved text is not lost.
import { type SyntheticEvent, useId, useState } from 'react'

import { useLive } from '../../../live/live'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { PasswordField } from '../../../ui/form/password-field'
import { TextField } from '../../../ui/form/text-field'
import { type SignedInAgain, signInAgain } from './remote'

const PROBLEMS: Record<Exclude<SignedInAgain, 'signed-in'>, string> = {
  failed: 'Login failed',
  'no-admin':
    'Only administrators can create reports. Please contact support if you believe this is an error.',
  'another-admin': 'This form belongs to another administrator. Sign in with the same account as before.',
}
const EMAIL = /^[^\s@]+@[^\s@]+$/

type AdminLoginDialogProps = {
  onClose: () => void
  onSignedIn: () => void
}

export function AdminLoginDialog({ onClose, onSignedIn }: AdminLoginDialogProps) {
  const { userId } = useLive()
  const form = useId()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isComplete = EMAIL.test(email.trim()) && password !== ''
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy || !isComplete) return
    setBusy(true)
    setProblem(null)
    const outcome = await signInAgain(email, password, userId)
    setBusy(false)
    if (outcome === 'signed-in') onSignedIn()
    else setProblem(PROBLEMS[outcome])
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
        {problem !== null && <Alert>{problem}</Alert>}
        <TextField
          label="Email Address"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
