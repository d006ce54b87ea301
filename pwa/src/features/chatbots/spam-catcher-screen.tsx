// /dashboard/spam-catcher: announces the feature, with a form to be notified when it is ready.
import './chatbots.css'

import { Ban, BellRing, CircleCheck, Inbox } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'

import { Alert } from '../../ui/feedback/alert'
import { Avatar } from '../../ui/avatar'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/form/text-field'
import { useSubmit } from '../../ui/form/use-submit'
import { useOnline } from '../../ui/hooks/use-online'
import { BackLink } from '../../ui/layout/back-link'
import { Page } from '../../ui/layout/page'
import { notifyMe } from './mutations'
import { isEmail } from './rules'

export const BAD_EMAIL = 'Please enter a valid email address.'

const BAD_ADDRESS = { message: BAD_EMAIL, field: 'email' }

const REAL = [
  { from: 'Lena Hart', text: 'Can you deliver for 40 people on May 3?' },
  { from: 'Tom Walsh', text: 'Are you open on Easter Monday?' },
]
const SPAM = [
  { from: 'Growth Deals', text: 'Buy 10,000 followers today' },
  { from: 'Rank First', text: 'We put any website on page one' },
]

type SpamCatcherScreenProps = {
  /** The address of the client's dashboard, for the link back. */
  homePath: string
  /** The signed-in user's address, the form's initial value. */
  ownEmail: string
}

export function SpamCatcherScreen({ homePath, ownEmail }: SpamCatcherScreenProps) {
  return (
    <Page
      back={<BackLink to={homePath}>My Dashboard</BackLink>}
      title="Spam Catcher"
      mark={<Badge tone="primary">Coming Soon</Badge>}
      lead="Contact forms fill up with junk. Spam Catcher will read what arrives and let only real customers through to your inbox."
    >
      <div className="spam-card grid grid-cols-1 rounded-lg border border-line bg-surface shadow-1 lg:grid-cols-2">
        <Example />
        <NotifyForm ownEmail={ownEmail} />
      </div>
    </Page>
  )
}

/** Four example messages, sorted as Spam Catcher will sort them. */
function Example() {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="spam-half bg-sunken">
      <h2 id={heading} className="text-head font-semibold text-ink">
        How it will sort
      </h2>
      <div className="rounded-md border border-line bg-surface shadow-1">
        <h3 className="flex items-center gap-2 px-3 py-2 text-sm font-semibold text-good">
          <Inbox size={16} aria-hidden="true" /> To your inbox
        </h3>
        <ul>
          {REAL.map(({ from, text }) => (
            <li key={from} className="flex items-center gap-3 border-t border-line px-3 py-2">
              <Avatar name={from} />
              <p className="min-w-0 flex-1 text-base text-pretty text-ink">
                <span className="block text-sm text-ink-2">{from}</span>
                {text}
              </p>
            </li>
          ))}
        </ul>
      </div>
      <div className="spam-out rounded-md border border-line-strong">
        <h3 className="flex items-center gap-2 px-3 py-2 text-sm font-semibold text-ink-2">
          <Ban size={16} aria-hidden="true" /> Kept out
        </h3>
        <ul>
          {SPAM.map(({ from, text }) => (
            <li key={from} className="border-t border-line px-3 py-2 text-sm text-ink-3">
              <span className="font-medium text-ink-2">{from}</span> <s>{text}</s>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function NotifyForm({ ownEmail }: Pick<SpamCatcherScreenProps, 'ownEmail'>) {
  const heading = useId()
  const [email, setEmail] = useState(ownEmail)
  const [submittedEmail, setSubmittedEmail] = useState<string | null>(null)
  const isOnline = useOnline(() => undefined)
  const form = useSubmit(async () => {
    if (!isEmail(email)) return BAD_ADDRESS
    const outcome = await notifyMe(email.trim())
    // The server rejects some addresses that look valid, such as those of local networks.
    if (outcome.is === 'failed')
      return outcome.code === 'invalid' ? BAD_ADDRESS : { message: outcome.message }
    setSubmittedEmail(email.trim())
    return null
  })
  if (submittedEmail !== null) return <OnTheList email={submittedEmail} />
  return (
    <section aria-labelledby={heading} className="spam-half">
      <span className="flex size-12 items-center justify-center rounded-full bg-primary-soft text-primary-ink max-sm:hidden">
        <BellRing size={22} aria-hidden="true" />
      </span>
      <h2 id={heading} className="text-lg font-semibold text-ink">
        Tell me when it’s ready
      </h2>
      {form.message !== null && form.errorOf('email') === undefined && <Alert>{form.message}</Alert>}
      <form onSubmit={form.submit} noValidate className="space-y-3">
        <TextField
          label="Email Address"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          value={email}
          error={form.errorOf('email')}
          hint="We’ll email you once, when it’s ready."
          onChange={(event) => {
            setEmail(event.target.value)
            form.forget()
          }}
        />
        <Button type="submit" tone="primary" busy={form.busy} disabled={!isOnline} className="w-full">
          Notify me
        </Button>
        {!isOnline && <p className="text-sm text-ink-3">Signing up for it needs a connection.</p>}
      </form>
    </section>
  )
}

/** Replaces the form. The heading takes the focus, because the button that had it is gone. */
function OnTheList({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <div role="status" className="spam-half">
      <span className="flex size-12 items-center justify-center rounded-full bg-good-soft text-good">
        <CircleCheck size={24} aria-hidden="true" />
      </span>
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold text-ink outline-none">
          You’re on the list
        </h2>
        <p className="mt-1 text-base text-ink-2">
          Thank you. We will write to {email} when Spam Catcher is ready.
        </p>
      </div>
    </div>
  )
}
