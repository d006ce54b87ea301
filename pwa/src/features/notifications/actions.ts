// A user's actions on notices. `markShown` sends each notice once, and again only if the request failed.
import type { NoticeRow } from '../../db/rows/notices'
import * as remote from './remote'

const acknowledged = new Set<string>()

/** Acknowledges that this device shows the notice on a visible page. */
export function markShown({ id, n }: NoticeRow): void {
  if (acknowledged.has(`${id} ${n}`)) return
  acknowledged.add(`${id} ${n}`)
  void remote.acknowledge(id, n, 'shown').then((isStored) => {
    if (!isStored) acknowledged.delete(`${id} ${n}`)
  })
}

/** Acknowledges that the user has opened the notice. */
export function markOpened({ id, n }: NoticeRow): Promise<boolean> {
  return remote.acknowledge(id, n, 'opened')
}
