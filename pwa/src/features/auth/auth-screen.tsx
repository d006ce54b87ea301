// The door: sign in or sign up, switched by the address's `mode`.
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'

import { PRODUCT_NAME } from '../../lib/product'
import { Alert } from '../../ui/alert'
import { Logo } from '../../ui/logo'
import { ThemeSwitch } from '../../ui/theme-switch'
import { AuthForm } from './auth-form'
import { ConfirmEmail } from './confirm-email'
import { PulsePanel } from './pulse-panel'
import { type Mode, modeOf } from './rules'

const TEXTS: Record<Mode, { title: string; lead: string; ask: string; other: string; otherMode: Mode }> = {
  signin: {
    title: 'Sign in',
    lead: 'Your messages are where you left them.',
    ask: 'New here?',
    other: 'Create an account',
    otherMode: 'signup',
  },
  signup: {
    title: 'Start your free trial',
    lead: '14 days free. Set up in under 10 minutes.',
    ask: 'Already have an account?',
    other: 'Sign in',
    otherMode: 'signin',
  },
}

type AuthScreenProps = {
  /** Messages kept locked on this device since a session ended by itself. */
  unsent: number
  /** What else there is to know before the form. */
  note?: ReactNode
}

export function AuthScreen({ unsent, note }: AuthScreenProps) {
  const [params] = useSearchParams()
  const mode = modeOf(params.get('mode'))
  const [confirming, setConfirming] = useState<string | null>(null)
  const texts = TEXTS[mode]
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(30rem,5fr)_7fr]">
      <title>{`${texts.title} · ${PRODUCT_NAME}`}</title>
      <main className="flex flex-col pt-[var(--safe-top)] pr-[var(--safe-right)] pb-[var(--safe-bottom)] pl-[var(--safe-left)]">
        <div className="flex items-center justify-between gap-3 px-4 py-5 min-[22.5rem]:px-6 sm:px-10">
          <Logo name={PRODUCT_NAME} className="text-lg" />
          <ThemeSwitch />
        </div>
        <div className="flex flex-1 flex-col justify-start px-4 pt-8 min-[22.5rem]:px-6 pb-12 sm:justify-center sm:px-10 sm:pt-0">
          <div className="mx-auto w-full max-w-[23.5rem]">
            {confirming === null ? (
              <>
                <h1 className="text-2xl font-semibold text-ink">{texts.title}</h1>
                <p className="mt-1.5 mb-7 text-base text-ink-2">{texts.lead}</p>
                {note}
                {unsent > 0 && <UnsentNote unsent={unsent} />}
                <AuthForm key={mode} mode={mode} onConfirmEmail={setConfirming} />
                {mode === 'signup' && <Agreement />}
                <p className="mt-6 text-base text-ink-2">
                  {texts.ask}{' '}
                  <Link
                    to={`?mode=${texts.otherMode}`}
                    replace
                    className="-my-3 inline-block rounded-sm py-3 font-medium text-primary-ink underline decoration-primary-line underline-offset-4 hover:decoration-current"
                  >
                    {texts.other}
                  </Link>
                </p>
              </>
            ) : (
              <ConfirmEmail email={confirming} onBack={() => setConfirming(null)} />
            )}
          </div>
        </div>
      </main>
      <PulsePanel />
    </div>
  )
}

function UnsentNote({ unsent }: { unsent: number }) {
  const one = unsent === 1
  return (
    <Alert tone="warning" title="You were signed out" className="mb-5">
      {one ? '1 unsent message waits' : `${unsent} unsent messages wait`} for you on this device. Sign in again with the same
      account to send {one ? 'it' : 'them'}.
    </Alert>
  )
}

/** Both are pages of the public site, not of the app. */
function Agreement() {
  const look = 'underline decoration-line-strong underline-offset-4 hover:text-ink'
  return (
    <p className="mt-3 text-sm text-ink-3">
      <span>
        By creating an account you agree to the{' '}
        <a href="/terms" className={look}>
          Terms of Service
        </a>{' '}
        and the{' '}
        <a href="/privacy" className={look}>
          Privacy Policy
        </a>
        .
      </span>
    </p>
  )
}
