// Taking data off this device: all of it at sign-out, all but the unsent work when locked.
import { Dexie } from 'dexie'
import type { Replica } from './schema'

/** Delete the whole replica, unsent work and drafts included. Other tabs let go of it by `versionchange`. */
export async function deleteReplica(replica: Replica): Promise<void> {
  replica.retire()
  if (!replica.inMemory) await Dexie.delete(replica.name)
}

const OWN_WORK = ['outbox', 'drafts', 'files']

/** Remove what came from the server; unsent work, drafts and the files of both stay for the same person. */
export async function lockReplica(replica: Replica): Promise<void> {
  await replica.transaction('rw', replica.tables, async () => {
    const own = await replica.files.toCollection().primaryKeys()
    for (const table of replica.tables) {
      if (!OWN_WORK.includes(table.name)) await table.where(':id').noneOf(own).delete()
    }
  })
}
