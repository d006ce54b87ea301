// The provider's team as a client sees it: the client's contact, and the newest messages.
import type { MessageRow } from '../db/rows/messages'
import type { Replica } from '../db/schema'
import { clientStream } from '../db/streams'
import { sharedRows, useMember, type View } from './view'

export interface Team {
  /**
   * The name of the newest report's author. Without a report, the name of the team's newest message's author.
   * Null if neither exists.
   */
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
  const [reports, message, newest] = await Promise.all([
    replica.reports.where('client_id').equals(clientId).sortBy('published_at'),
    notRemoved()
      .filter(({ sender_role }) => sender_role === 'admin')
      .first(),
    notRemoved().first(),
  ])
  return { contact: reports.at(-1)?.author_name || (message?.sender_name ?? null), message, newest }
}
