// Taking data off this device: all of it at sign-out, all but the unsent work when locked.
import { Dexie } from 'dexie'
import type { Replica } from './schema'

/** Delete the whole replica, unsent work and drafts included. Other tabs let go of it by `versionchange`. */
export async function deleteReplica(replica: Replica): Promise<void> {
  replica.retire()
  if (!replica.inMemory) await Dexie.delete(replica.name)
}

const OWN_WORK = ['outbox', 'drafts']

/** Remove what came from the server; unsent work and drafts stay for the same person. */
export async function lockReplica(replica: Replica): Promise<void> {
  const tables = replica.tables.filter(({ name }) => !OWN_WORK.includes(name))
  await replica.transaction('rw', tables, async () => {
    for (const table of tables) await table.clear()
  })
}
