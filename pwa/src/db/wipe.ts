// Removes data from this device: everything at sign-out, everything but the unsent work when locked.
import { Dexie } from 'dexie'
import type { Replica } from './schema'

/** How long the deletion waits for the rows, which a frozen tab can keep locked for ever. */
const MAX_WAIT_MS = 2_000

/**
 * Deletes the whole replica, with unsent work and drafts. Other tabs close it on `versionchange`. Deletes the
 * rows first, because a frozen tab does not close the database and so delays its deletion. ST4: requests the
 * deletion in any case, so that the browser carries it out when that tab ends.
 */
export async function deleteReplica(replica: Replica): Promise<void> {
  if (replica.isOpen())
    await Promise.race([
      clearAll(replica).catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS)),
    ])
  replica.retire()
  if (!replica.inMemory) await Dexie.delete(replica.name)
}

function clearAll(replica: Replica): Promise<unknown> {
  const { tables } = replica
  return replica.transaction('rw', tables, () => Promise.all(tables.map((table) => table.clear())))
}

const OWN_WORK = ['outbox', 'drafts', 'files']

/**
 * Removes the server's rows. Unsent work and drafts stay for the same user, with their files and the files'
 * bytes.
 */
export async function lockReplica(replica: Replica): Promise<void> {
  await replica.transaction('rw', replica.tables, async () => {
    const ownFileIds = await replica.files.toCollection().primaryKeys()
    for (const table of replica.tables) {
      if (!OWN_WORK.includes(table.name)) await table.where(':id').noneOf(ownFileIds).delete()
    }
  })
}
