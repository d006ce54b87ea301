// The first loads of the connection's streams. A new connection joins a load that still runs.
import type { StreamRow } from '../../db/rows/replica'
import type { Replica } from '../../db/schema'
import type { RunInOrder } from '../../lib/work-queue'
import type { Endpoints } from '../protocol/endpoints'

interface StreamLoads {
  load(s: string): Promise<StreamRow>
  /** Makes later calls of `load` start a new load, even while an old one still hangs. */
  forget(): void
}

const loadBootstrap = () => import('../replica/bootstrap')

export function makeStreamLoads(replica: Replica, endpoints: Endpoints, runInOrder: RunInOrder): StreamLoads {
  const running = new Map<string, Promise<StreamRow>>()
  return {
    load(s) {
      const loading =
        running.get(s) ??
        loadBootstrap()
          .then((it) => it.loadStream(replica, endpoints, s, runInOrder))
          .finally(() => running.get(s) === loading && running.delete(s))
      running.set(s, loading)
      return loading
    },
    forget: () => running.clear(),
  }
}
