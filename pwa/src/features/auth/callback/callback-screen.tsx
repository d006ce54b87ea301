// The callback screen for email links and providers: turns the URL's code into a session, or shows the error.
import { CircleCheck, MailWarning, MonitorSmartphone } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'

import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Spinner } from '../../../ui/spinner'
import { AuthLayout } from '../auth-layout'
import { handleCallback, type CallbackResult } from './callback-code'
import type { Purpose } from './rules'
import { StepHead } from '../step-head'

/** URLs of the security settings and of the sign-in screen, which redirects signed-in users. */
type Urls = { security: string; signIn: string }

export default function CallbackScreen(urls: Urls) {
  const [result, setResult] = useState<CallbackResult | null>(null)
  useEffect(() => void handleCallback().then(setResult), [])
  if (result === null) {
    return (
      <AuthLayout title="Signing in">
        <div className="flex items-center gap-3 text-lg text-ink-2">
          <Spinner className="text-primary-ink" />
          <p role="status">One moment…</p>
        </div>
      </AuthLayout>
    )
  }
  switch (result.is) {
    case 'signed-in':
      return <Navigate to={changesSettings(result.purpose) ? urls.security : urls.signIn} replace />
    case 'other-browser':
      return result.purpose === 'signup' ? (
        <Message
          icon={<MonitorSmartphone size={22} aria-hidden="true" />}
          title="Opened in a different browser"
          to={`${urls.signIn}?mode=confirm`}
          action="Enter the code"
        >
          Enter the code from the same email to continue here. You choose your password then.
        </Message>
      ) : (
        <Message
          icon={<MonitorSmartphone size={22} aria-hidden="true" />}
          title="Opened in a different browser"
          to={`${urls.signIn}?mode=${result.purpose === 'recovery' ? 'recover' : 'code'}`}
          action="Send a new code"
        >
          For your safety, the link works only in the browser that requested it. Request a new code and enter
          it here.
        </Message>
      )
    case 'half-done':
      return (
        <Message
          icon={<CircleCheck size={22} aria-hidden="true" />}
          tone="good"
          title="Almost done"
          to={urls.signIn}
          action="Continue"
        >
          This address is confirmed. Now open the link in the email to your other address.
        </Message>
      )
    case 'rejected': {
      const retryParams = EXPIRED_CODES.has(result.code ?? '') ? RETRY_PARAMS[result.purpose ?? 'email'] : ''
      return (
        <Message
          icon={<MailWarning size={22} aria-hidden="true" />}
          tone="bad"
          title="Something went wrong"
          to={changesSettings(result.purpose) ? urls.security : `${urls.signIn}${retryParams}`}
          action={
            changesSettings(result.purpose)
              ? 'Back to Settings'
              : retryParams === ''
                ? 'Back to sign in'
                : 'Send a new code'
          }
        >
          <Alert>{result.message}</Alert>
        </Message>
      )
    }
  }
}

/** Error codes for which a new email helps. */
const EXPIRED_CODES = new Set([
  'otp_expired',
  'bad_code_verifier',
  'flow_state_not_found',
  'flow_state_expired',
])

/** Whether a signed-in user was changing a setting, and so must return to the settings. */
function changesSettings(purpose: Purpose): boolean {
  return purpose === 'link' || purpose === 'change'
}

const RETRY_PARAMS: Record<NonNullable<Purpose>, string> = {
  signup: '?mode=code',
  recovery: '?mode=recover',
  email: '?mode=code',
  google: '',
  company: '',
  link: '',
  change: '',
}

type MessageProps = {
  icon: ReactNode
  tone?: 'primary' | 'good' | 'bad'
  title: string
  to: string
  action: string
  children: ReactNode
}

function Message({ icon, tone = 'primary', title, to, action, children }: MessageProps) {
  const navigate = useNavigate()
  return (
    <AuthLayout title={title}>
      <StepHead icon={icon} tone={tone} title={title}>
        {children}
      </StepHead>
      <Button tone="primary" className="w-full" onClick={() => void navigate(to, { replace: true })}>
        {action}
      </Button>
    </AuthLayout>
  )
}
