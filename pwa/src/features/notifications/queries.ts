// Queries for notices, devices and notification preferences in the replica.
import type { NoticeRow, PushDeviceRow, PreferencesRow } from '../../db/rows/notices'
import type { Replica } from '../../db/schema'

const MAX_NOTICES = 50

/** The user's last 50 notices, newest first, without test notifications. */
export async function noticesOf(replica: Replica, userId: string): Promise<NoticeRow[]> {
  const rows = await replica.notices
    .orderBy('told_at')
    .reverse()
    .filter((row) => row.user_id === userId && row.kind !== 'test')
    .limit(MAX_NOTICES)
    .toArray()
  return rows
}

export interface Settings {
  preferences: PreferencesRow | undefined
  devices: PushDeviceRow[]
}

export async function settingsOf(replica: Replica, userId: string): Promise<Settings> {
  const [preferences, devices] = await Promise.all([
    replica.notice_wishes.get(userId),
    replica.push_devices.toArray(),
  ])
  return { preferences, devices: devices.toSorted((one, other) => (one.added_at < other.added_at ? 1 : -1)) }
}
