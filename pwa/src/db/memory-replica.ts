// ST2: a replica in memory, for a browser that cannot store data. Loaded on demand, because few devices need
// it.
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'

import { Replica } from './schema'

export function memoryReplica(userId: string): Replica {
  return new Replica(userId, { indexedDB: new IDBFactory(), IDBKeyRange })
}
