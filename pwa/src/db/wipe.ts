// Taking data off this device: all of it at sign-out, all but the unsent work when locked.
import { Dexie } from 'dexie'
import type { Replica } from './schema'

/** Delete the whole replica, unsent work and drafts included. Other tabs let go of it by `versionchange`. */
export async function deleteReplica(replica: Replica): Promise<void> {
  replica.retire()
  await Dexie.delete(replica.name)
}

/** Remove what came from the server; unsent work and drafts stay for the same person. */
export async function lockReplica(replica: Replica): Promise<void> {
  const { streams, meta, clients, admins, threads, messages, held, tombstones } = replica
  const tables = [streams, meta, clients, admins, threads, messages, held, tombstones]
  await replica.transaction('rw', tables, async () => {
    for (const table of tables) await table.clear()
  })
}
