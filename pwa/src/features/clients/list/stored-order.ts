// The sort order of the client list, stored on this device for each admin.
import { recall, remember } from '../../../lib/storage'
import { COLUMNS, type Sorted } from './orders'

const keyOf = (userId: string) => `clients_order_${userId}`

export function storedOrder(userId: string): Sorted {
  const [by, direction] = (recall(keyOf(userId)) ?? '').split(' ')
  const column = COLUMNS.find((name) => name === by)
  return column === undefined
    ? { by: 'newest', isReversed: false }
    : { by: column, isReversed: direction === 'turned' }
}

export function storeOrder(userId: string, { by, isReversed }: Sorted): void {
  remember(keyOf(userId), by === 'newest' ? null : `${by}${isReversed ? ' turned' : ''}`)
}
