// /dashboard/spam-catcher: announces the feature, with a form to be notified when it is ready.
import './chatbots.css'

import { Ban, BellRing, Inbox } from 'lucide-react'
import { useState } from 'react'

import { Alert } from '../../ui/feedback/alert'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { TextField } from '../../ui/form/text-field'
import { useSubmit } from '../../ui/form/use-submit'
import { useOnline } from '../../ui/hooks/use-online'
import { Page } from '../../ui/layout/page'
import { notifyMe } from './mutations'
import { isEmail } from './rules'

export const BAD_EMAIL = 'Please enter a valid email address.'

const BAD_ADDRESS = { message: BAD_EMAIL, field: 'email' }
const FORM_TITLE = 'Tell me when it’s ready'

const EXAMPLES = [
  { text: 'Can you deliver for 40 people on May 3?', isReal: true },
  { text: 'Buy 10,000 followers today', isReal: false },
  { text: 'Are you open on Easter Monday?', isReal: true },
  { text: 'We put any website on page one', isReal: false },
]

/** `ownEmail` is the signed-in user's address, the form's initial value. */
export function SpamCatcherScreen({ ownEmail }: { ownEmail: string }) {
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
  return (
    <Page
      title="Spam Catcher"
      mark={<Badge tone="primary">Coming Soon</Badge>}
      lead="Contact forms fill up with junk. Spam Catcher will read what arrives and let only real customers through to your inbox."
    >
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2 lg:gap-4">
        <Card title="How it will sort">
          <Examples />
        </Card>
        {submittedEmail === null ? (
          <Card label={FORM_TITLE}>
            {form.message !== null && form.errorOf('email') === undefined && (
              <Alert className="mb-4">{form.message}</Alert>
            )}
            <form onSubmit={form.submit} noValidate className="spam-form">
              <h2 className="text-head font-semibold text-ink">{FORM_TITLE}</h2>
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
              <Button
                type="submit"
                tone="primary"
                busy={form.busy}
                disabled={!isOnline}
                icon={<BellRing size={16} aria-hidden="true" />}
                className="max-sm:w-full"
              >
                Notify me
              </Button>
            </form>
            {!isOnline && <p className="mt-2 text-sm text-ink-3">Signing up for it needs a connection.</p>}
          </Card>
        ) : (
          <Alert tone="success" title="You’re on the list" className="self-start">
            Thank you. We will write to {submittedEmail} when Spam Catcher is ready.
          </Alert>
        )}
      </div>
    </Page>
  )
}

/** Example messages, which show the difference between spam and a real message. */
function Examples() {
  return (
    <ul className="divide-y divide-line">
      {EXAMPLES.map(({ text, isReal }) => {
        const Icon = isReal ? Inbox : Ban
        return (
          <li key={text} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
            <Icon
              size={18}
              aria-hidden="true"
              className={isReal ? 'shrink-0 text-good' : 'shrink-0 text-ink-3'}
            />
            <span
              className={isReal ? 'min-w-0 flex-1 text-base text-ink' : 'min-w-0 flex-1 text-base text-ink-2'}
            >
              “{text}”
            </span>
            <Badge tone={isReal ? 'good' : 'neutral'}>{isReal ? 'To your inbox' : 'Kept out'}</Badge>
          </li>
        )
      })}
    </ul>
  )
}
