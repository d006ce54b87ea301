// The Link account dialog. An account's email matches several clients, and the admin chooses one of them.
import { useId, useState } from 'react'

import type { ClientRow } from '../../../db/rows/clients'
import { useDirectory } from '../../../live/directory/use-directory'
import { useSubmit } from '../../../ui/form/use-submit'
import { linkAccount } from '../remote'
import { FormDialog } from './form-dialog'

type LinkDialogProps = { client: ClientRow; onClose: () => void; onDone: (text: string) => void }

export function LinkDialog({ client, onClose, onDone }: LinkDialogProps) {
  const name = useId()
  const [chosen, setChosen] = useState(client.id)
  const candidates = useCandidates(client)
  const form = useSubmit(async () => {
    const reply = await linkAccount(chosen)
    if ('rejected' in reply) return { message: reply.rejected.message }
    onDone('Account linked successfully.')
    return null
  })
  return (
    <FormDialog
      title="Link account"
      lead={
        <>
          Somebody has signed up with{' '}
          <strong className="font-medium break-all text-ink">{client.contact_email}</strong>. Choose the
          client that this account belongs to.
        </>
      }
      action="Link account"
      form={form}
      fields={[]}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">Client</legend>
        {candidates.map((one) => (
          <label
            key={one.id}
            className="flex min-h-11 items-center gap-3 rounded-md border border-line px-3 py-2 transition-colors hover:bg-hover has-checked:border-primary-line"
          >
            <input
              type="radio"
              name={name}
              value={one.id}
              checked={one.id === chosen}
              onChange={() => setChosen(one.id)}
              className="size-4 accent-primary"
            />
            <span className="min-w-0">
              <span className="block truncate font-medium text-ink">{one.company_name}</span>
              <span className="block truncate text-sm text-ink-3">{one.contact_name}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {candidates.length > 1 && (
        <p className="text-sm text-ink-3">The others keep this address until you edit it.</p>
      )}
    </FormDialog>
  )
}

/** Clients without an account that have this client's email address. */
function useCandidates(client: ClientRow): ClientRow[] {
  const directory = useDirectory()
  const email = client.contact_email.toLowerCase()
  const all = directory.is === 'ready' ? directory.newest.map((entry) => entry.client) : [client]
  return all.filter((one) => one.user_id === null && one.contact_email.toLowerCase() === email)
}
