// Reads of notices, devices and wishes from the replica.
import type { NoticeRow, PushDeviceRow, WishesRow } from '../../db/notice-rows'
import type { ClientRow } from '../../db/rows'
import type { Replica } from '../../db/schema'

const SHOWN = 50

/** A person's notices, the newest first; a test of a device is none. */
export async function noticesOf(replica: Replica, userId: string): Promise<NoticeRow[]> {
  const rows = await replica.notices.orderBy('told_at').reverse().filter((row) => row.user_id === userId && row.kind !== 'test').limit(SHOWN).toArray()
  return rows
}

export interface Settings {
  client: ClientRow | undefined
  wishes: WishesRow | undefined
  devices: PushDeviceRow[]
  /** The device has everything of this person's; before that a missing row says nothing. */
  isLoaded: boolean
}

export async function settingsOf(replica: Replica, userId: string, clientId: string | null): Promise<Settings> {
  const [client, wishes, devices, own, shared] = await Promise.all([
    clientId === null ? undefined : replica.clients.get(clientId),
    replica.notice_wishes.get(userId),
    replica.push_devices.toArray(),
    replica.streams.get(`u:${userId}`),
    clientId === null ? undefined : replica.streams.get(`c:${clientId}`),
  ])
  const isLoaded = own?.mode === 'ready' && (clientId === null || shared?.mode === 'ready')
  return { client, wishes, devices: devices.toSorted((one, other) => (one.added_at < other.added_at ? 1 : -1)), isLoaded }
}
