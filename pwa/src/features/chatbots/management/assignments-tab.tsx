// Tab that assigns bots to clients.
import { UserPlus, Users } from 'lucide-react'
import { useMemo, useState } from 'react'

import type { ChatbotRow } from '../../../db/rows/bots'
import { type DirectoryEntry, matching, useDirectory } from '../../../live/directory/use-directory'
import { Badge } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { ConfirmButton } from '../../../ui/confirm-button'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { LoadError } from '../../../ui/feedback/load-error'
import { SearchField } from '../../../ui/form/search-field'
import { SelectField } from '../../../ui/form/select-field'
import { type Action, useAction } from '../../../ui/hooks/use-action'
import { NoBots } from '../chat/panel'
import { ERROR_TEXTS } from '../error-texts'
import { assign, SUCCESS_TEXTS, unassign } from '../mutations'
import type { Managed } from '../queries'
import { STATUS_LABEL } from '../rules'
import { ManagementSkeleton } from '../skeletons'

/** At most this many search results are shown. */
const MAX_MATCHES = 6

export function AssignmentsTab({ managed, isOffline }: { managed: Managed; isOffline: boolean }) {
  const directory = useDirectory()
  const all = directory.is === 'ready' ? directory.byCompany : NONE
  const signedUp = useMemo(() => all.filter((entry) => entry.client.user_id !== null), [all])
  const byUser = useMemo(() => new Map(signedUp.map((entry) => [entry.client.user_id, entry])), [signedUp])
  const [chosen, setChosen] = useState<string | null>(null)
  const action = useAction({ errorAsToast: true })
  const bot = managed.bots.find(({ id }) => id === chosen) ?? managed.bots[0]
  if (directory.is === 'failed') return <LoadError onRetry={directory.retry}>{ERROR_TEXTS.load}</LoadError>
  if (directory.is === 'loading') return <ManagementSkeleton tab="assignments" />
  if (bot === undefined) return <NoBots>Create a chatbot first, then assign it.</NoBots>
  const own = managed.assignments.filter((row) => row.chatbot_id === bot.id)
  const has = new Set(own.map((row) => row.user_id))
  const unassigned = signedUp.filter(({ client }) => client.user_id !== null && !has.has(client.user_id))
  return (
    <div className="space-y-3">
      <SelectField
        label="Chatbot"
        value={bot.id}
        options={managed.bots.map(
          (one) => [one.id, `${one.bot_name} (${STATUS_LABEL[one.status].toLowerCase()})`] as const,
        )}
        onChange={(event) => setChosen(event.target.value)}
        className="sm:max-w-80"
      />
      {bot.status === 'training' && (
        <p className="text-sm text-ink-2">
          {bot.bot_name} is in training mode: those it is assigned to can chat with it once it is active or
          not listed.
        </p>
      )}
      <AssignPanel bot={bot} candidates={unassigned} action={action} isOffline={isOffline} />
      {own.length === 0 ? (
        <EmptyState icon={<Users size={22} aria-hidden="true" />} title="Not assigned yet">
          Find a client above and let them chat with {bot.bot_name}.
        </EmptyState>
      ) : (
        <ul
          aria-label="Assigned users"
          className="divide-y divide-line rounded-lg border border-line bg-surface px-4 shadow-1"
        >
          {own.map((row) => {
            const client = byUser.get(row.user_id)?.client
            return (
              <li key={row.id} className="flex items-center gap-3 py-2.5">
                <ClientName
                  company={client?.company_name ?? 'Unknown user'}
                  email={client?.contact_email ?? row.user_id}
                />
                {bot.status !== 'training' && <Badge tone="good">Can chat</Badge>}
                <ConfirmButton
                  size="sm"
                  disabled={isOffline}
                  of={client?.company_name ?? 'Unknown user'}
                  onConfirm={() => void action.run(() => unassign(row.id), SUCCESS_TEXTS.unassign)}
                >
                  Remove
                </ConfirmButton>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

type AssignPanelProps = {
  bot: ChatbotRow
  /** The clients' users who have signed up and are not assigned yet. */
  candidates: readonly DirectoryEntry[]
  action: Action
  isOffline: boolean
}

function AssignPanel({ bot, candidates, action, isOffline }: AssignPanelProps) {
  const [query, setQuery] = useState('')
  const isSearch = query.trim() !== ''
  const matches = isSearch ? matching(candidates, query) : NONE
  return (
    <section aria-label="Assign" className="rounded-lg border border-line bg-surface p-4 shadow-1">
      <SearchField
        label="Find a client"
        placeholder="Find a client by company, contact or email"
        value={query}
        onChange={setQuery}
      />
      {isSearch && matches.length === 0 && (
        <p className="mt-3 text-sm text-ink-3">
          No matching users who have signed up and are not assigned yet.
        </p>
      )}
      {matches.length > 0 && (
        <ul aria-label="Clients found" className="mt-2 divide-y divide-line">
          {matches.slice(0, MAX_MATCHES).map(({ client }) => (
            <li key={client.id} className="flex items-center gap-3 py-2">
              <ClientName company={client.company_name} email={client.contact_email} />
              <Button
                size="sm"
                disabled={isOffline}
                busy={action.busy}
                icon={<UserPlus size={15} aria-hidden="true" />}
                onClick={() =>
                  void action.run(() => assign(client.user_id ?? '', bot.id), SUCCESS_TEXTS.assign)
                }
              >
                Assign
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function ClientName({ company, email }: { company: string; email: string }) {
  return (
    <div className="min-w-0 flex-1">
      <p className="truncate text-base font-medium text-ink">{company}</p>
      <p className="truncate text-sm text-ink-3">{email}</p>
    </div>
  )
}

const NONE: readonly DirectoryEntry[] = []
