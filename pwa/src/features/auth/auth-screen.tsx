// The sign-in screen. `mode` in the URL selects sign-in, sign-up or another method. Also asks for the second factor.
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { SELLS } from '../../lib/product'
import { Alert } from '../../ui/feedback/alert'
import { AuthForm } from './auth-form'
import { AuthLayout } from './auth-layout'
import { OtherMethods } from './other-methods'
import type { CodeKind } from './remote'
import { type Mode, modeOf, type Values, type Method } from './rules'
import { TextLink } from './text-link'

const RequestMail = lazy(() => import('./request-mail'))
const MailedCode = lazy(() => import('./mailed-code'))
const ShareNote = lazy(() => import('./share-note'))
const SecondStep = lazy(() => import('./second-step/second-step'))

const TEXTS: Record<Mode, { title: string; lead: string; prompt: string; action: string }> = {
  signin: {
    title: 'Sign In',
    lead: 'Welcome back.',
    prompt: 'New here?',
    action: 'Create an account',
  },
  signup: {
    title: SELLS ? 'Start your free trial' : 'Create your account',
    lead: SELLS ? '14 days free. You add a card after this.' : 'Set up in under 10 minutes.',
    prompt: 'Already have an account?',
    action: 'Sign In',
  },
}
const METHOD_TITLES: Record<Method, string> = {
  recover: 'Reset your password',
  code: 'Sign in with a code',
  company: 'Sign in with your company',
  confirm: 'Confirm your email',
}
const CODE_KINDS: Record<Method, CodeKind> = {
  recover: 'recovery',
  code: 'email',
  company: 'email',
  confirm: 'signup',
}

type AuthScreenProps = {
  /** Whether the first factor was correct, so that only the second is missing. */
  needsSecondFactor?: boolean
  /** Number of unsent messages stored on this device since the session expired. */
  unsent: number
  /** A note above the form. */
  note?: ReactNode
}

export function AuthScreen({ needsSecondFactor = false, unsent, note }: AuthScreenProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const mode = modeOf(params.get('mode'))
  const [mailed, setMailed] = useState<{
    kind: CodeKind
    email: string
    isSent: boolean
    signUp?: Values
  } | null>(null)
  const back = () => {
    setMailed(null)
    void navigate('?mode=signin', { replace: true })
  }
  if (needsSecondFactor) return <Step title="Two-factor sign-in">{<SecondStep />}</Step>
  if (mailed !== null) return <Step title="Enter the code">{<MailedCode {...mailed} onBack={back} />}</Step>
  if (mode !== 'signin' && mode !== 'signup') {
    const kind = CODE_KINDS[mode]
    return (
      <Step title={METHOD_TITLES[mode]}>
        {
          <RequestMail
            key={mode}
            method={mode}
            onSent={(email) => setMailed({ kind, email, isSent: mode !== 'confirm' })}
          />
        }
      </Step>
    )
  }
  const texts = TEXTS[mode]
  const isSignUp = mode === 'signup'
  return (
    <AuthLayout title={texts.title}>
      <h1 className="text-2xl font-semibold text-ink">{texts.title}</h1>
      <p className="mt-1.5 mb-6 text-base text-ink-2">{texts.lead}</p>
      {note}
      {params.has('share') && (
        <Suspense fallback={null}>
          <ShareNote />
        </Suspense>
      )}
      {unsent > 0 && <UnsentNote unsent={unsent} />}
      <OtherMethods isSignUp={isSignUp}>
        <AuthForm
          key={mode}
          mode={mode}
          initial={{
            email: params.get('email') ?? '',
            fullName: params.get('name') ?? '',
            companyName: params.get('company') ?? '',
          }}
          onConfirmEmail={(email, isSent, values) => {
            setMailed({ kind: 'signup', email, isSent, ...(isSent && { signUp: values }) })
            // For a reload of this page, which mobile browsers do when the user returns from the mail app.
            void navigate('?mode=confirm', { replace: true, state: { email } })
          }}
          onForgotPassword={(email) => void navigate('?mode=recover', { state: { email } })}
        />
      </OtherMethods>
      {isSignUp && <Agreement />}
      <p className="mt-6 text-base text-ink-2">
        {texts.prompt} <TextLink to={`?mode=${isSignUp ? 'signin' : 'signup'}`}>{texts.action}</TextLink>
      </p>
    </AuthLayout>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AuthLayout title={title}>
      <Suspense fallback={null}>{children}</Suspense>
    </AuthLayout>
  )
}

function UnsentNote({ unsent }: { unsent: number }) {
  const isOne = unsent === 1
  return (
    <Alert tone="warning" title="You were signed out" className="mb-5">
      {isOne ? '1 unsent message waits' : `${unsent} unsent messages wait`} for you on this device. Sign in
      again with the same account to send {isOne ? 'it' : 'them'}.
    </Alert>
  )
}

/** Plain links, because both pages belong to the public site, not to the app. */
function Agreement() {
  const linkClass = 'underline decoration-line-strong underline-offset-4 hover:text-ink'
  return (
    <p className="mt-3 text-sm text-ink-3">
      By creating an account you agree to the{' '}
      <a href="/terms" className={linkClass}>
        Terms of Service
      </a>{' '}
      and the{' '}
      <a href="/privacy" className={linkClass}>
        Privacy Policy
      </a>
      .
    </p>
  )
}
