// A user's actions on notices. Each is sent once for a notice, and again only if the request failed.
import type { NoticeRow } from '../../db/rows/notices'
import * as remote from './remote'

const acknowledged = new Set<string>()

/** Acknowledges that this device shows the notice on a visible page. */
export function markShown(notice: NoticeRow): void {
  acknowledge(notice, 'shown')
}

/** Acknowledges that the user has opened the notice. */
export function markOpened(notice: NoticeRow): void {
  acknowledge(notice, 'opened')
}

function acknowledge({ id, n }: NoticeRow, what: 'shown' | 'opened'): void {
  const key = `${id} ${n} ${what}`
  if (acknowledged.has(key)) return
  acknowledged.add(key)
  void remote.acknowledge(id, n, what).then((isStored) => {
    if (!isStored) acknowledged.delete(key)
  })
}
