// /dashboard/spam-catcher: announces the feature, with a form to be notified when it is ready.
import { BellRing } from 'lucide-react'
import { useState } from 'react'

import { Alert } from '../../ui/feedback/alert'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { TextField } from '../../ui/form/text-field'
import { useSubmit } from '../../ui/form/use-submit'
import { useOnline } from '../../ui/hooks/use-online'
import { PAGE, PageHead } from '../../ui/page'
import { notifyMe } from './mutations'
import { isEmail } from './rules'

export const BAD_EMAIL = 'Please enter a valid email address.'

/** `ownEmail` is the signed-in user's address, with which the form begins. */
export function SpamCatcherScreen({ ownEmail }: { ownEmail: string }) {
  const [email, setEmail] = useState(ownEmail)
  const [submittedEmail, setSubmittedEmail] = useState<string | null>(null)
  const isOnline = useOnline(() => undefined)
  const form = useSubmit(async () => {
    if (!isEmail(email)) return { message: BAD_EMAIL, field: 'email' }
    const outcome = await notifyMe(email.trim())
    if (outcome.is === 'failed') return { message: outcome.message }
    setSubmittedEmail(email.trim())
    return null
  })
  return (
    <div className={PAGE}>
      <PageHead
        title="Spam Catcher"
        mark={<Badge tone="primary">Coming Soon</Badge>}
        lead="Contact forms fill up with junk. Spam Catcher will read what arrives and let only real customers through to your inbox."
      />
      {submittedEmail === null ? (
        <Card title="Tell me when it’s ready" className="mt-5 max-w-lg">
          <form onSubmit={form.submit} noValidate>
            {form.message !== null && form.errorOf('email') === undefined && (
              <Alert className="mb-4">{form.message}</Alert>
            )}
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
              className="mt-4 max-sm:w-full"
            >
              Notify me
            </Button>
            {!isOnline && <p className="mt-2 text-sm text-ink-3">Signing up for it needs a connection.</p>}
          </form>
        </Card>
      ) : (
        <Alert tone="success" className="mt-5 max-w-lg">
          Thank you. We will write to {submittedEmail} when Spam Catcher is ready.
        </Alert>
      )}
    </div>
  )
}
