// The callback screen for email links and providers: turns the URL's code into a session, or shows the error.
import { CircleCheck, MailWarning, MonitorSmartphone } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'

import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Spinner } from '../../../ui/feedback/spinner'
import { AuthLayout } from '../auth-layout'
import { comeBack, type CameBack } from './callback-code'
import type { Purpose } from './rules'
import { StepHead } from '../step-head'

/** URLs of the security settings and of the sign-in screen, which redirects signed-in users. */
type Places = { security: string; door: string }

export default function CallbackScreen(places: Places) {
  const [came, setCame] = useState<CameBack | null>(null)
  useEffect(() => void comeBack().then(setCame), [])
  if (came === null) {
    return (
      <AuthLayout title="Signing in">
        <div className="flex items-center gap-3 text-lg text-ink-2">
          <Spinner className="text-primary-ink" />
          <p role="status">One moment…</p>
        </div>
      </AuthLayout>
    )
  }
  switch (came.is) {
    case 'in':
      return <Navigate to={isChange(came.purpose) ? places.security : places.door} replace />
    case 'elsewhere':
      return came.purpose === 'signup' ? (
        <Said
          icon={<MonitorSmartphone size={22} aria-hidden="true" />}
          title="Opened in another browser"
          to={`${places.door}?mode=confirm`}
          action="Enter the code"
        >
          The sign-up was made in another browser. Enter the code from the same e-mail to go on here; you choose your password then.
        </Said>
      ) : (
        <Said
          icon={<MonitorSmartphone size={22} aria-hidden="true" />}
          title="Opened in another browser"
          to={`${places.door}?mode=${came.purpose === 'recovery' ? 'recover' : 'code'}`}
          action="Send a new code"
        >
          For your safety the link works only in the browser that asked for it. Have a new code sent, and type it here.
        </Said>
      )
    case 'half-done':
      return (
        <Said icon={<CircleCheck size={22} aria-hidden="true" />} tone="good" title="Almost done" to={places.door} action="Continue">
          This address has agreed. Now open the link in the mail to your other address.
        </Said>
      )
    case 'refused': {
      const again = TOO_LATE.has(came.code ?? '') ? AGAIN[came.purpose ?? 'email'] : ''
      return (
        <Said
          icon={<MailWarning size={22} aria-hidden="true" />}
          tone="bad"
          title="This did not work"
          to={isChange(came.purpose) ? places.security : `${places.door}${again}`}
          action={isChange(came.purpose) ? 'Back to Settings' : again === '' ? 'Back to sign in' : 'Send a new code'}
        >
          <Alert>{came.message}</Alert>
        </Said>
      )
    }
  }
}

/** Error codes for which a new email helps. */
const TOO_LATE = new Set(['otp_expired', 'bad_code_verifier', 'flow_state_not_found', 'flow_state_expired'])

/** Whether a signed-in user was changing a setting, so that they return to the settings. */
function isChange(purpose: Purpose): boolean {
  return purpose === 'link' || purpose === 'change'
}

const AGAIN: Record<NonNullable<Purpose>, string> = {
  signup: '?mode=code',
  recovery: '?mode=recover',
  email: '?mode=code',
  google: '',
  company: '',
  link: '',
  change: '',
}

type SaidProps = { icon: ReactNode; tone?: 'primary' | 'good' | 'bad'; title: string; to: string; action: string; children: ReactNode }

function Said({ icon, tone = 'primary', title, to, action, children }: SaidProps) {
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
