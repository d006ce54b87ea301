// Step for entering a mailed code, with a button to send it again after a delay.
import { MailCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/button'
import { CodeField } from '../../ui/form/code-field'
import { useSubmit } from '../../ui/form/use-submit'
import { useCountdown } from '../../ui/hooks/use-countdown'
import { type CodeKind, repeatSignUp, secondsToWait, sendCode, verifyCode } from './remote'
import type { Values } from './rules'
import { StepHead } from './step-head'
import { TextButton } from './text-link'

/** The server's minimum time between two emails. If the server requires more, its error contains the time. */
const WAIT_S = 60

const TEXTS: Record<CodeKind, { title: string; lead: (email: ReactNode) => ReactNode; action: string }> = {
  signup: {
    title: 'Confirm your email',
    lead: (email) => <>We sent a link and a code to {email}. Open the link, or enter the code here.</>,
    action: 'Confirm',
  },
  email: {
    title: 'Enter your code',
    lead: (email) => <>If {email} has an account, a code and a link are on their way to it.</>,
    action: 'Sign In',
  },
  recovery: {
    title: 'Check your email',
    lead: (email) => (
      <>If {email} has an account, a code and a link are on their way to it. Then choose a new password.</>
    ),
    action: 'Continue',
  },
}

type MailedCodeProps = {
  kind: CodeKind
  email: string
  /** Whether an email was just sent. */
  isSent: boolean
  /** The values of a sign-up that was just requested. */
  signUp?: Values | undefined
  onBack: () => void
}

export default function MailedCode({ kind, email, isSent, signUp, onBack }: MailedCodeProps) {
  const [code, setCode] = useState('')
  const [secondsLeft, startCountdown] = useCountdown(isSent ? WAIT_S : 0)
  const [note, setNote] = useState<{ tone: 'success' | 'error'; text: string } | null>(null)
  const { title, lead, action } = TEXTS[kind]

  const form = useSubmit(async (typedCode = code) => {
    setNote(null)
    if (typedCode === '') return { message: 'Enter the code from the email', field: 'code' }
    const error = await verifyCode(kind, email, typedCode)
    return error && { ...error, field: 'code' }
  })
  const resend = useSubmit(async () => {
    if (secondsLeft > 0) return null
    form.forget()
    setNote(null)
    const error = await (signUp === undefined ? sendCode(kind, email) : repeatSignUp(signUp))
    startCountdown((error && secondsToWait(error)) ?? (error ? 0 : WAIT_S))
    setNote(
      error ? { tone: 'error', text: error.message } : { tone: 'success', text: 'A new code is on its way.' },
    )
    return null
  })
  const message = form.message ?? (note?.tone === 'error' ? note.text : null)

  return (
    <>
      <StepHead icon={<MailCheck size={22} aria-hidden="true" />} title={title}>
        {lead(<strong className="font-semibold break-words text-ink">{email}</strong>)}
      </StepHead>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        {message !== null && <Alert id={form.box}>{message}</Alert>}
        {note?.tone === 'success' && <Alert tone="success">{note.text}</Alert>}
        <CodeField
          value={code}
          {...form.markOf('code')}
          hint="Nothing there? Look in the spam folder too."
          onChange={(next) => {
            setCode(next)
            form.forget('code')
          }}
          onComplete={form.submitWith}
        />
        <Button type="submit" tone="primary" busy={form.busy} className="w-full">
          {action}
        </Button>
        <Button
          busy={resend.busy}
          aria-disabled={secondsLeft > 0 || undefined}
          className="w-full aria-disabled:opacity-60"
          onClick={() => resend.submit()}
        >
          {secondsLeft > 0 ? (
            <span className="tabular">{`Send again in ${secondsLeft} s`}</span>
          ) : (
            'Send again'
          )}
        </Button>
      </form>
      <p className="mt-6 text-base">
        <TextButton onClick={onBack}>Back to sign in</TextButton>
      </p>
    </>
  )
}
