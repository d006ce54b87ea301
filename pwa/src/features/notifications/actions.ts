// A user's actions on notices. `markShown` sends each notice once; one whose request fails is sent again
// after the next page load.
import type { NoticeRow } from '../../db/rows/notices'
import * as remote from './remote'

export { saveSwitches, saveWishes, testDevice, removeDevice, type Wishes } from './remote'

const said = new Set<string>()

/** Acknowledges that this device shows the notice on a visible page. */
export function markShown({ id, n }: NoticeRow): void {
  if (said.has(`${id} ${n}`)) return
  said.add(`${id} ${n}`)
  void remote.acknowledge(id, n, 'shown').then((heard) => {
    if (!heard) said.delete(`${id} ${n}`)
  })
}

/** Acknowledges that the user has opened the notice. */
export function markOpened({ id, n }: NoticeRow): Promise<boolean> {
  return remote.acknowledge(id, n, 'opened')
}
