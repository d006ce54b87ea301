// Step that asks only for an email address: for a mailed code, a password reset, company SSO, or the code of
// a sign-up in another browser.
import { Building2, KeyRound, Mail, MailCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'

import { BAD_EMAIL } from '../../lib/validation/email'
import { Alert } from '../../ui/feedback/alert'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/form/text-field'
import { useSubmit } from '../../ui/form/use-submit'
import { redirectToCompany, sendCode } from './remote'
import { isEmail, type Method } from './rules'
import { StepHead } from './step-head'
import { TextLink } from './text-link'

const TEXTS: Record<Method, { icon: ReactNode; title: string; lead: string; action: string }> = {
  recover: {
    icon: <KeyRound size={22} aria-hidden="true" />,
    title: 'Reset your password',
    lead: 'Enter the address you sign in with. We send a link and a code to it.',
    action: 'Send',
  },
  code: {
    icon: <Mail size={22} aria-hidden="true" />,
    title: 'Sign in with a code',
    lead: 'No password needed: we send a code and a link to your address.',
    action: 'Send me a code',
  },
  company: {
    icon: <Building2 size={22} aria-hidden="true" />,
    title: 'Sign in with your company',
    lead: 'Enter your work address. Your company’s own sign-in opens.',
    action: 'Continue',
  },
  confirm: {
    icon: <MailCheck size={22} aria-hidden="true" />,
    title: 'Confirm your email',
    lead: 'Enter the address you signed up with. Then enter the code from the email.',
    action: 'Continue',
  },
}
const NO_COMPANY = 'No company sign-in is set up for this address.'

/** `onSent`: an email has been sent to this address, now or earlier. */
export default function RequestMail({ method, onSent }: { method: Method; onSent: (email: string) => void }) {
  const state: unknown = useLocation().state
  const [email, setEmail] = useState(
    typeof state === 'object' && state !== null && 'email' in state ? String(state.email) : '',
  )
  const { icon, title, lead, action } = TEXTS[method]
  const form = useSubmit(async () => {
    const address = email.trim()
    if (address === '') return { message: 'Email address is required', field: 'email' }
    if (!isEmail(address)) return { message: BAD_EMAIL, field: 'email' }
    if (method === 'company') {
      const error = await redirectToCompany(address.slice(address.lastIndexOf('@') + 1))
      if (error?.code === 'saml_provider_disabled' || error?.code === 'sso_provider_not_found')
        return { message: NO_COMPANY, field: 'email' }
      return error
    }
    if (method === 'confirm') {
      onSent(address)
      return null
    }
    const error = await sendCode(method === 'recover' ? 'recovery' : 'email', address)
    if (error === null) onSent(address)
    return (
      error && {
        ...error,
        field: error.code === 'validation_failed' || error.code === 'email_address_invalid' ? 'email' : null,
      }
    )
  })
  return (
    <>
      <StepHead icon={icon} title={title}>
        {lead}
      </StepHead>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        {form.message !== null && <Alert id={form.box}>{form.message}</Alert>}
        <TextField
          label="Email Address"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          {...form.markOf('email')}
          onChange={(event) => {
            setEmail(event.target.value)
            form.forget('email')
          }}
        />
        <Button type="submit" tone="primary" busy={form.busy} className="w-full">
          {action}
        </Button>
      </form>
      <p className="mt-6 text-base">
        <TextLink to="?mode=signin">Back to sign in</TextLink>
      </p>
    </>
  )
}
