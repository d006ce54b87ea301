// The provider's team as a client sees it: the client's contact, and the newest messages.
import type { MessageRow } from '../db/rows/messages'
import type { Replica } from '../db/schema'
import { clientStream } from '../db/streams'
import { adminInCharge } from './admin-in-charge'
import { sharedRows, useMember, type View } from './view'

export interface Team {
  /** The name of the admin who looks after the client; null if nobody does yet. */
  contact: string | null
  /** The newest message from the team. */
  message: MessageRow | undefined
  /** The newest message of both sides. */
  newest: MessageRow | undefined
}

/** The team of the signed-in client. */
export function useTeam(): View<Team> {
  const member = useMember()
  return useTeamOf(member.is === 'ready' ? member.client_id : null)
}

/** The contact's first name, for texts such as `Ask Ana`; null while unknown. */
export function useContactName(): string | null {
  const team = useTeam()
  return team.is === 'ready' ? firstNameOf(team.contact) : null
}

export function firstNameOf(name: string | null): string | null {
  return name?.trim().split(/\s+/)[0] || null
}

const useTeamOf = sharedRows(clientStream, teamOf)

async function teamOf(replica: Replica, clientId: string): Promise<Team> {
  const notRemoved = () =>
    replica.messages
      .where('[client_id+created_at+id]')
      .between([clientId], [clientId, []])
      .reverse()
      .filter(({ removed_at }) => !removed_at)
  const [reports, thread, message, newest] = await Promise.all([
    replica.reports.where('client_id').equals(clientId).toArray(),
    replica.threads.get(clientId),
    notRemoved()
      .filter(({ sender_role }) => sender_role === 'admin')
      .first(),
    notRemoved().first(),
  ])
  return { contact: adminInCharge(reports, thread), message, newest }
}
