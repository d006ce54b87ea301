// Profile: who is signed in, the client's company name, and the account's email address.
import { useState } from 'react'
import { Link } from 'react-router'

import type { ClientRow } from '../../../db/rows/clients'
import { useOwnClient } from '../../../live/own-client'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { LoadError } from '../../../ui/feedback/load-error'
import { Section } from '../../../ui/layout/section'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { TextField } from '../../../ui/form/text-field'
import { useToasts } from '../../../ui/feedback/toast'
import { useOnline } from '../../../ui/hooks/use-online'
import { useSubmit } from '../../../ui/form/use-submit'
import { NAME_MAX } from '../../../lib/limits.gen'
import { NO_CLIENT, NOT_LOADED } from '../../../lib/text/client-errors'
import { saveProfile } from '../actions'
import { IdentityCard } from './identity-card'

/** `messagesHref` is the address of the conversation with the provider. */
type ProfileTabProps = { messagesHref: string }

export function ProfileTab(props: ProfileTabProps) {
  const own = useOwnClient()
  if (own.is === 'ready')
    return (
      <div className="flex flex-col gap-5">
        <IdentityCard client={own.client} {...props} />
        <ProfileForm key={own.client.id} client={own.client} {...props} />
      </div>
    )
  if (own.is === 'no-client' || own.is === 'missing') return <Alert>{NO_CLIENT}</Alert>
  if (own.is === 'failed') return <LoadError onRetry={own.retry}>{NOT_LOADED}</LoadError>
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-40 rounded-lg" />
      <Skeleton className="h-52 rounded-lg" />
    </div>
  )
}

function ProfileForm({ client, messagesHref }: ProfileTabProps & { client: ClientRow }) {
  const toasts = useToasts()
  const isOnline = useOnline(() => undefined)
  const [name, setName] = useState(client.company_name)
  const form = useSubmit(async () => {
    const error = await saveProfile(name)
    if (error === null) toasts.show({ tone: 'success', title: 'Profile updated successfully' })
    return error
  })
  return (
    <Section title="Company" lead="The name your team sees.">
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4 border-t border-line p-4 sm:p-5">
        {form.message !== null && form.errorOf('company') === undefined && <Alert>{form.message}</Alert>}
        <TextField
          label="Company Name"
          name="company"
          autoComplete="organization"
          maxLength={NAME_MAX}
          value={name}
          error={form.errorOf('company')}
          onChange={(event) => {
            setName(event.currentTarget.value)
            form.forget('company')
          }}
        />
        <TextField
          label="Email"
          type="email"
          value={client.contact_email}
          readOnly
          hint={
            <span>
              Email cannot be changed. Please{' '}
              <Link to={messagesHref} className="font-medium text-primary-ink underline underline-offset-4">
                contact support
              </Link>{' '}
              if you need to update it.
            </span>
          }
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            tone="primary"
            className="max-sm:w-full"
            busy={form.busy}
            disabled={!isOnline || name === client.company_name}
          >
            Save Changes
          </Button>
          {!isOnline && <p className="text-sm text-ink-3">Saving needs a connection.</p>}
        </div>
      </form>
    </Section>
  )
}
