// What a person does about notices: what they have seen is said once; what is not heard is said again at the next start.
import type { NoticeRow } from '../../db/rows/notices'
import * as remote from './remote'

export { saveSwitches, saveWishes, testDevice, removeDevice, type Wishes } from './remote'

const said = new Set<string>()

/** This device shows the notice to somebody who looks at it. */
export function markShown({ id, n }: NoticeRow): void {
  if (said.has(`${id} ${n}`)) return
  said.add(`${id} ${n}`)
  void remote.acknowledge(id, n, 'shown').then((heard) => {
    if (!heard) said.delete(`${id} ${n}`)
  })
}

/** Its person has opened what it tells of. */
export function markOpened({ id, n }: NoticeRow): Promise<boolean> {
  return remote.acknowledge(id, n, 'opened')
}
